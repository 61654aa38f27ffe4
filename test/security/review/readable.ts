import { createHash } from 'node:crypto';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { readPdf } from '../../printouts/read-pdf.ts';
import type { Secret } from './secrets.ts';

/*
 * Everything that a response says, in every way in which it can be read: as it is, with its escapes undone, and with
 * what is packed in it.
 */

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A response as texts in lower case. */
export async function readable(response: LightMyRequestResponse): Promise<string[]> {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`);
  const texts = [headers.join('\n'), ...(await bodyTexts(response))];
  return [...new Set(texts.flatMap(decoded))].map((text) => text.toLowerCase());
}

async function bodyTexts(response: LightMyRequestResponse): Promise<string[]> {
  const bytes = response.rawPayload;
  if (bytes === undefined || bytes.length === 0) return [];
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return pdfTexts(bytes);
  return [bytes.toString('utf8'), ...unpacked(bytes)];
}

/** The texts of each PDF, by its hash: the same file is sent to several people, and reading it takes long. */
const readPdfs = new Map<string, string[]>();

async function pdfTexts(bytes: Buffer): Promise<string[]> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = readPdfs.get(key);
  if (known !== undefined) return known;
  const { pages, info, outline } = await readPdf(bytes);
  const whole = pages.join(' ');
  const texts = [whole, whole.replaceAll(' ', ''), JSON.stringify(info), outline.join('\n')];
  readPdfs.set(key, texts);
  return texts;
}

function unpacked(bytes: Buffer): string[] {
  // The headers of both formats, without which unpacking would throw. Nearly every page is text, and errors take long.
  if (bytes.length < 2) return [];
  const header = bytes.readUInt16BE(0);
  const isGzip = header === 0x1f8b;
  const isZlib = (header & 0x0f00) === 0x0800 && header % 31 === 0;
  return [...(isGzip ? [gunzipSync] : []), ...(isZlib ? [inflateSync] : [])].flatMap((unpack) => {
    try {
      return [unpack(bytes).toString('utf8')];
    } catch {
      return [];
    }
  });
}

/** The text, and what it becomes if its escapes are undone. */
function decoded(text: string): string[] {
  return [text, withoutEntities(text), withoutEscapes(text), withoutPercents(text), ...base64Parts(text)];
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}

/** JSON and quoted-printable. */
function withoutEscapes(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function withoutPercents(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function base64Parts(text: string): string[] {
  const runs = text.match(/[A-Za-z0-9+/_-]{16,}={0,2}/g) ?? [];
  return runs.length === 0
    ? []
    : [runs.map((run) => Buffer.from(run, 'base64').toString('latin1')).join('\n')];
}

/** What a planted word looks like: see `Secrets.word`. */
const WORD = /zq[0-9a-z]+?xv[0-9a-z]+/g;
const FIGURE = /(?<![\w,])\d[\d,]{6,}(?!\w)/g;
/** Tokens, hashes and bytes. */
const RUN = /[a-z0-9+/_-]{22,}/g;

/** The secrets that occur in the texts, in lower case. */
export function secretsIn(texts: readonly string[], secrets: readonly Secret[]): Secret[] {
  const words = matchesIn(texts, WORD);
  const figures = matchesIn(texts, FIGURE);
  const runs = [...matchesIn(texts, RUN)].join(' ');
  const occurs = (text: string) => {
    if (/^[\d,]+$/.test(text)) return figures.has(text);
    // A planted word may be followed by other letters.
    if (/^zq/.test(text)) return [...words].some((word) => word.startsWith(text));
    return /\s/.test(text)
      ? texts.some((said) => said.includes(text))
      : runs.includes(text.replace(/=+$/, ''));
  };
  if (words.size + figures.size + runs.length === 0) return [];
  return secrets.filter((secret) => secret.texts.some(occurs));
}

function matchesIn(texts: readonly string[], pattern: RegExp): Set<string> {
  return new Set(texts.flatMap((text) => text.match(pattern) ?? []));
}
