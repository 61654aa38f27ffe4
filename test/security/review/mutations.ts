import type { Random } from '../../faults/run/random.ts';
import type { FilledForm } from './forms.ts';
import { type Request, requestOf } from './send-form.ts';

/*
 * Ways to spoil a request that would succeed: what browsers never send, and attackers do.
 */

/** Values that no form has. */
const ODD_VALUES = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', 'Infinity', '99999999999999999999', '0x10', '1.5', '２', '٣'],
  ...[
    'null',
    'undefined',
    'true',
    '[object Object]',
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '%00',
    '{}',
  ],
  ...["' OR 1=1 --", '"; DROP TABLE "Account"; --', '<script>alert(1)</script>', '<%= 1 %>', '#{7*7}', '$1'],
  ...[
    'a\0b',
    'a\r\nSet-Cookie: x=y',
    '\u202Ereversed',
    '\uFEFF',
    '\uFFFE',
    '\u0007\u001b[31m',
    '🚂'.repeat(50),
  ],
  ...[
    'x'.repeat(300),
    'y'.repeat(20_000),
    '2027-13-45T99:99',
    '0000-00-00',
    '00000000-0000-0000-0000-000000000000',
  ],
];
/** Bytes in a form that are no text. */
const ODD_BYTES = ['%00', '%ED%A0%80', '%FF%FE', '%C0%AF', '%', '%zz', '%E2%28%A1', '%u0041'];
/** Names of fields that programs confuse with their own. */
const ODD_NAMES = [
  ...[
    '__proto__',
    '__proto__[polluted]',
    'constructor',
    'constructor[prototype][polluted]',
    'toString',
    'hasOwnProperty',
  ],
  ...['', '[]', 'a[b][c][d]', 'x.y.z', 'length', '_csrf', 'x'.repeat(3_000), 'name\0'],
];
/** JSON that is no form. */
const ODD_JSON = [
  ...[
    'null',
    '[]',
    '"text"',
    '0',
    '-1e999',
    'true',
    '{',
    '',
    '{"a":',
    '[[[[]]]]',
    '{"__proto__":{"polluted":true}}',
  ],
  ...['{"constructor":{"prototype":{"polluted":true}}}', '{"press":{"toString":1}}', '{"press":"\\ud800"}'],
  ...[
    '{"press":"\\u0000"}',
    '{"campaign":[{"state":"\\ud800","spend":1e308}]}',
    '{"campaign":{"length":1e9}}',
  ],
  ...[`${'['.repeat(5_000)}${']'.repeat(5_000)}`, `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ...['{"turn":-1,"turn":2}', `{"press":"${'x'.repeat(50_000)}"}`, `[${'0,'.repeat(20_000)}0]`],
];
const ODD_TYPES = [
  ...[
    'text/plain',
    'application/xml',
    'application/json',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  ],
  ...['application/x-www-form-urlencoded; charset=utf-16', 'application/json; charset=utf-7', '', 'x', '*/*'],
  ...[
    'application/x-www-form-urlencoded, application/json',
    'application/json;;',
    'application/octet-stream',
  ],
];
const ODD_PATHS = [
  '%00',
  '%2e%2e%2f',
  '..%5c',
  '%ff',
  '%',
  '//',
  ';a=b',
  '%0d%0aX:y',
  '🚂',
  'x'.repeat(250),
  "'",
  '-1',
];
const ODD_QUERIES = [
  ...['turn=1&turn=2', 'turn[]=1', '__proto__[polluted]=1', 'turn=%00', 'turn=%', 'after=1e99', 'page=-1'],
  ...['next=//evil.test', 'done=__proto__', 'done=constructor', 'final=yes&final=no', 'turn=999999999999'],
];
/** More than a request may have. */
const TOO_LARGE = 80_000;

type Mutation = (form: FilledForm, random: Random, foreign: readonly string[]) => Request;

const fieldsAs = (form: FilledForm, payload: string): Request => ({
  ...requestOf({ ...form, json: undefined }),
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  payload,
});
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const aField = (form: FilledForm, random: Random) =>
  random.pick([...Object.keys(form.fields), 'turn', 'text', 'press', 'email']);
const withBody = (form: FilledForm, type: string, payload: string | Buffer): Request => ({
  ...requestOf(form),
  headers: { 'content-type': type, accept: 'text/html' },
  payload,
});

/** Every mutation by its name, which a failure prints. */
export const MUTATIONS: Record<string, Mutation> = {
  nothing: (form) => requestOf(form),
  'a field is missing': (form, random) => {
    const { [aField(form, random)]: _missing, ...rest } = form.fields;
    return fieldsAs(form, encoded(rest));
  },
  'a field is odd': (form, random) =>
    fieldsAs(form, encoded({ ...form.fields, [aField(form, random)]: random.pick(ODD_VALUES) })),
  'every field is odd': (form, random) => {
    const odd = Object.keys(form.fields).map((name) => [name, random.pick(ODD_VALUES)]);
    return fieldsAs(form, encoded(Object.fromEntries(odd)));
  },
  'a field is there twice': (form, random) =>
    fieldsAs(form, `${encoded(form.fields)}&${encoded({ [aField(form, random)]: random.pick(ODD_VALUES) })}`),
  'a field is a list': (form, random) => {
    const name = aField(form, random);
    return fieldsAs(form, `${encoded(form.fields)}&${name}[]=1&${name}[0]=2&${name}[a][b]=3`);
  },
  'a field has bytes that are no text': (form, random) =>
    fieldsAs(form, `${encoded(form.fields)}&${aField(form, random)}=${random.pick(ODD_BYTES)}`),
  'a field has an odd name': (form, random) =>
    fieldsAs(form, `${encoded(form.fields)}&${encoded({ [random.pick(ODD_NAMES)]: 'yes' })}`),
  'there are very many fields': (form) => fieldsAs(form, `${encoded(form.fields)}&${'a=1&'.repeat(10_000)}`),
  'the body is too large': (form) => fieldsAs(form, `${encoded(form.fields)}&text=${'x'.repeat(TOO_LARGE)}`),
  'the body is empty': (form) => fieldsAs(form, ''),
  'the body is JSON': (form) => withBody(form, 'application/json', JSON.stringify(form.fields)),
  'the body is odd JSON': (form, random) => withBody(form, 'application/json', random.pick(ODD_JSON)),
  'the values have odd types': (form, random) => {
    const values = [null, 1, -1, 1e308, true, [], {}, [[]], ['a', 'b'], { length: 1 }];
    const odd = Object.keys({ ...form.fields, turn: '', text: '' }).map((name) => [
      name,
      random.pick(values),
    ]);
    return withBody(form, 'application/json', JSON.stringify(Object.fromEntries(odd)));
  },
  'the content type is wrong': (form, random) => withBody(form, random.pick(ODD_TYPES), encoded(form.fields)),
  'the body is broken multipart': (form) =>
    withBody(
      form,
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="turn\r\n\r\n1',
    ),
  'the body is no text': (form, random) => {
    const bytes = Buffer.from(Array.from({ length: 500 }, () => random.integer(0, 255)));
    return withBody(form, random.pick(['application/json', 'application/x-www-form-urlencoded']), bytes);
  },
  'the path is odd': (form, random) => {
    const parts = form.url.split('/');
    const at = random.integer(1, parts.length - 1);
    parts[at] = random.chance(0.5) ? random.pick(ODD_PATHS) : `${parts[at]}${random.pick(ODD_PATHS)}`;
    return { ...requestOf(form), url: encodeURI(parts.join('/')).replaceAll('%25', '%') };
  },
  'the query is odd': (form, random) => {
    const [path] = form.url.split('?');
    return { ...requestOf(form), url: `${path}?${random.pick(ODD_QUERIES)}` };
  },
  'an id is that of someone else': (form, random, foreign) => {
    const name = aField(form, random);
    const fields = { ...form.fields, [name]: random.pick(foreign) };
    const url = form.url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\bEY-\d+|(?<=accounts\/)\d+/, (own) =>
      random.chance(0.7) ? random.pick(foreign) : own,
    );
    return { ...requestOf({ ...form, url, fields }) };
  },
};
