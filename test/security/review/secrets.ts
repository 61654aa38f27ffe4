import type { Account } from '../../../src/database/generated/client.ts';

/*
 * What is secret, and who may know it. A new kind of secret is a line in `MAY_KNOW`; the world plants it
 * (plant-games.ts, plant-accounts.ts), and route-policy.ts says on which pages it may appear.
 */

/** Who may know each kind of secret. Everyone else must never see it, on any page and in any form. */
export const MAY_KNOW = {
  'sheet for the open turn': ['owner'],
  'refused sheet': ['owner'],
  'practice game': ['owner'],
  'paper sheet': ['owner'],
  'advance orders': ['owner'],
  'private notes': ['owner'],
  figures: ['owner', 'recipients'],
  letter: ['owner', 'recipients'],
  'message with the GM': ['owner', 'recipients'],
  'reply address': ['recipients'],
  'held press release': ['owner', 'GM without a seat'],
  'accepted answer': ['GM without a seat'],
  'question that was not asked': ['GM without a seat'],
  'reason of a dispute': ['operator'],
  broadcast: ['recipients', 'GM'],
  'notice to one player': ['recipients'],
  'delivery error': ['GM', 'operator'],
  'postal address': ['owner'],
  'e-mail address': ['owner', 'GM', 'operator'],
  'person who has not accepted': ['owner', 'operator'],
  'address proof token': ['owner'],
  'address that is not proved yet': ['owner'],
  'invitation token': ['recipients'],
  'invitation link': [],
  'dice secret': [],
  'salt of a turn': [],
  'security code': [],
  session: [],
  'session token': [],
  'hash of a link': [],
  passkey: [],
  'passkey name': ['owner'],
  network: [],
  'hash key': [],
  'metrics token': [],
} as const satisfies Record<string, readonly Relation[]>;

export type SecretKind = keyof typeof MAY_KNOW;

/** How a reader can be related to a secret. */
export type Relation = 'owner' | 'recipients' | 'GM' | 'GM without a seat' | 'operator';

/** The GM of a game that a secret belongs to. */
export interface SecretGame {
  gmId: number;
  /** Whether the GM has, had or may reclaim a seat. */
  gmPlays: boolean;
}

/** A text that was planted somewhere. */
export interface Secret {
  kind: SecretKind;
  /** Where it was planted: `p1, turn 3`. */
  where: string;
  /** As it was planted. */
  original: string;
  /** The spellings to look for, in lower case. */
  texts: readonly string[];
  owner: number | null;
  recipients: readonly number[];
  games: readonly SecretGame[];
}

export type Reader = Pick<Account, 'id' | 'operator'> | null;

const RELATED: Record<Relation, (secret: Secret, reader: NonNullable<Reader>) => boolean> = {
  owner: (secret, reader) => secret.owner === reader.id,
  recipients: (secret, reader) => secret.recipients.includes(reader.id),
  GM: (secret, reader) => secret.games.some(({ gmId }) => gmId === reader.id),
  'GM without a seat': (secret, reader) =>
    secret.games.some(({ gmId, gmPlays }) => gmId === reader.id && !gmPlays),
  operator: (_secret, reader) => reader.operator,
};

/** Whether a reader may know a secret; nobody who is signed out knows any. */
export function mayKnow(secret: Secret, reader: Reader): boolean {
  const relations: readonly Relation[] = MAY_KNOW[secret.kind];
  return reader !== null && relations.some((relation) => RELATED[relation](secret, reader));
}

/** Collects what is planted, and makes words that occur nowhere else. */
export class Secrets {
  readonly all: Secret[] = [];
  #count = 0;

  /** A new word for a secret: letters and digits, so that no format has to escape or to break it. */
  word(): string {
    this.#count += 1;
    return `zq${(this.#count * 7919 + 104_729).toString(36)}xv${(this.#count * 104_729 + 7919).toString(36)}`;
  }

  /** Plants a new word. Returns the word. */
  plant(
    kind: SecretKind,
    where: string,
    of: Partial<Pick<Secret, 'owner' | 'recipients' | 'games'>>,
  ): string {
    const word = this.word();
    this.add(kind, where, [word], of);
    return word;
  }

  /** Adds a secret that exists already. The same text is added once. */
  add(
    kind: SecretKind,
    where: string,
    texts: readonly string[],
    of: Partial<Pick<Secret, 'owner' | 'recipients' | 'games'>> = {},
  ): void {
    const lower = texts.map((text) => text.toLowerCase());
    if (lower.some((text) => text.length < 7))
      throw new Error(`${kind} of ${where} is too short to look for.`);
    if (this.all.some((known) => known.texts[0] === lower[0])) return;
    this.all.push({
      kind,
      where,
      original: texts[0] as string,
      texts: lower,
      owner: null,
      recipients: [],
      games: [],
      ...of,
    });
  }

  /** Adds bytes in all spellings in which they could be printed. */
  addBytes(kind: SecretKind, where: string, bytes: Uint8Array): void {
    const buffer = Buffer.from(bytes);
    const spellings = [buffer.toString('hex'), buffer.toString('base64'), buffer.toString('base64url')];
    this.add(kind, where, [...new Set(spellings)], {});
  }

  /** Adds an amount of money, as it is stored and as it is printed. */
  addFigure(where: string, amount: number, of: Pick<Secret, 'owner' | 'recipients'>): void {
    this.add('figures', where, [String(amount), amount.toLocaleString('en-US')], of);
  }
}
