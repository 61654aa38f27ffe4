import { atMost, createInTurn } from '../../in-turn.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundMailResult } from './parse-inbound-mail.ts';
import { isLarge, parseIsolated } from './parse-isolated.ts';

/**
 * The maximum number of mails that wait to be parsed, of small ones and of large ones (`isLarge`). Their senders hold a
 * connection meanwhile.
 */
const MAX_WAITING = 50;

/**
 * How many of them may be for one account, from one network, and from one wide network. Someone who plays has as many valid
 * addresses as mails, and someone with a server has many networks.
 */
const SHARES = { perRecipient: 3, perNetwork: 5, perWideNetwork: 10 };

/** 4.3.2: the system is not accepting messages now (RFC 3463). The sending server tries again. */
const BUSY = new SmtpRefusal(451, '4.3.2 This server is busy with other mail. Try again later.');

/** Whose place in the queue it is. */
export interface MailPlaceInQueue {
  /** For whom the mail is: all addresses of an account are one recipient. */
  recipient: string;
  /** Where it comes from: see `InboundLimiter.networksOf`. A front server has no share of its own. */
  networks: { own: string; wide: string } | null;
  /** Aborts when the sender is gone. */
  signal: AbortSignal;
}

/**
 * A function that parses a mail (`parseIsolated`) when it is its turn. Without a place, only the whole queue has a limit.
 * @throws SmtpRefusal if too many mails wait; the reason of the signal if the sender is gone before the mail is parsed
 */
export type ParseInTurn = (
  raw: Buffer,
  envelopeFrom: string,
  place?: MailPlaceInQueue,
) => Promise<InboundMailResult>;

type Parse = (raw: Buffer, envelopeFrom: string) => Promise<InboundMailResult>;

/**
 * Parses small mails one at a time, with time left between them, because parsing one stops everything else for a moment; and large
 * ones one at a time, in other processes.
 */
export function createParseInTurn(parse: Parse = parseIsolated): ParseInTurn {
  const busy = () => BUSY;
  const small = createInTurn({ waiting: MAX_WAITING, busy });
  const large = createInTurn({ waiting: MAX_WAITING, busy, elsewhere: true });
  const recipients = atMost(SHARES.perRecipient, busy);
  const networks = atMost(SHARES.perNetwork, busy);
  const wideNetworks = atMost(SHARES.perWideNetwork, busy);
  return (raw, envelopeFrom, place) => {
    const inTurn = isLarge(raw) ? large : small;
    const wait = () => inTurn(() => parse(raw, envelopeFrom), place?.signal);
    if (place === undefined) return wait();
    const { recipient, networks: from } = place;
    const waitForRecipient = () => recipients(recipient, wait);
    if (from === null) return waitForRecipient();
    return networks(from.own, () => wideNetworks(from.wide, waitForRecipient));
  };
}
