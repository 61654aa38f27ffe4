import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import { newToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { granted } from '../../games/game/play.ts';
import { testCode } from '../../web/visitor.ts';
import type { Secrets } from './secrets.ts';

/** The people of the world. Each has an e-mail address, a postal address, a security code and a session. */
export const PEOPLE = [
  'player 1',
  'player 2',
  'former player',
  'successor',
  'reclaimer',
  'operator',
  'operator who plays',
  'GM',
  'GM who plays',
  'GM of another game',
  'bystander',
  'stranger',
  'invited',
  'waitlisted',
  'deleted',
] as const;
export type PersonName = (typeof PEOPLE)[number];

export type People = Record<PersonName, Account>;

/** The account number of the person who has not accepted: a GM must not learn it, because it says how old the account is. */
const HIDDEN_NUMBER = 73_182_046;

/** Creates everyone, and what each account keeps for itself. */
export async function createPeople(ctx: AppContext, secrets: Secrets): Promise<People> {
  const made: [PersonName, Account][] = [];
  for (const person of PEOPLE) made.push([person, await createPerson(ctx, secrets, person)]);
  return Object.fromEntries(made) as People;
}

async function createPerson(ctx: AppContext, secrets: Secrets, person: PersonName): Promise<Account> {
  const { prisma } = ctx.db;
  const operator = person.startsWith('operator');
  // A person who has not accepted an invitation is known to the GM only by what the GM typed.
  const hidden = person === 'invited' ? secrets.word() : null;
  const account = await prisma.account.create({
    data: {
      ...(hidden !== null && { id: HIDDEN_NUMBER }),
      name: hidden === null ? `The ${person}` : `Real ${hidden}`,
      email: `${secrets.word()}@players.test`,
      operator,
      mayRunGames: person.startsWith('GM'),
      addressProvedAt: person === 'invited' ? null : ctx.now(),
      createdAt: ctx.now(),
    },
  });
  const owner = account.id;
  if (hidden !== null) {
    secrets.add('person who has not accepted', 'the name', [hidden], { owner });
    secrets.add('person who has not accepted', 'the number', [String(HIDDEN_NUMBER)], { owner });
  }
  const address = `${secrets.plant('postal address', person, { owner })} Street`;
  await prisma.account.update({ where: { id: owner }, data: { address } });
  granted(await setSecurityCode(ctx, owner, testCode));
  const { codeHash } = await prisma.securityCode.findUniqueOrThrow({ where: { accountId: owner } });
  secrets.add('security code', person, [codeHash.split('$').at(-1) as string]);
  secrets.add('security code', 'everyone', [testCode]);
  await plantOwnRows(ctx, secrets, account, person);
  return account;
}

/** A session, a passkey, a network and links, none of which anyone ever sees. */
async function plantOwnRows(
  ctx: AppContext,
  secrets: Secrets,
  { id: accountId }: Account,
  person: PersonName,
): Promise<void> {
  const { prisma } = ctx.db;
  const [at, where] = [ctx.now(), { owner: accountId }];
  const expiresAt = new Date(at.getTime() + 3_600_000);
  const id = tokenHash(newToken());
  const times = { createdAt: at, seenAt: at, expiresAt };
  await prisma.session.create({
    data: { id, accountId, method: 'code', userAgent: 'Another browser', ...times },
  });
  secrets.add('session', person, [id]);
  const publicKey = Buffer.from(`${secrets.word()}${secrets.word()}`);
  secrets.addBytes('passkey', person, publicKey);
  const name = secrets.plant('passkey name', person, where);
  // Not the person's own passkey: someone who has one cannot sign in with a code alone.
  const key = secrets.plant('passkey', person, {});
  if (person === 'deleted') {
    await prisma.passkey.create({ data: { id: key, accountId, name, publicKey, createdAt: at } });
  }
  const network = secrets.plant('network', person, {});
  await prisma.knownNetwork.create({ data: { accountId, network, seenAt: at } });
  const link = tokenHash(secrets.plant('hash of a link', person, {}));
  secrets.add('hash of a link', person, [link]);
  await prisma.signInLink.create({ data: { id: link, accountId, createdAt: at, expiresAt } });
}
