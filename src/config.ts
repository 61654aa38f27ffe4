import { existsSync } from 'node:fs';
import path from 'node:path';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';

/** The settings of the server. This file has all their defaults; .env.example explains them. */
export interface Config {
  /** Null for the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** The most connections to the database that the pages and jobs of this process share. */
  databaseConnections: number;
  /** Null for the built-in mailbox in `dataDir`. `smtpTarget` reads what it says about encryption. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The right side of the addresses for inbound mail, and the mailbox that they begin with; null if there is none. */
  inbound: { domain: string; mailbox: string | null } | null;
  /** Where the server receives mail, such as replies to letters; null if it receives none by itself. */
  mailIn: MailInSettings | null;
  /** The mailbox from which the server fetches mail, with its password: must not be logged. Null if there is none. */
  mailInUrl: string | null;
  /** What outgoing mail is signed with; null if the server does not sign it. `keyFile` has a private key (PEM). */
  dkim: { domain: string; selector: string; keyFile: string } | null;
  host: string;
  port: number;
  /** The address that players use, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  role: 'all' | 'web' | 'worker';
  /** Tells this process from others with the same role and `dataDir`; null if the server chooses a name. */
  processName: string | null;
  /** The number of reverse proxies in front of the server, and so of forwarded addresses to trust. */
  proxies: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  operator: { name: string; email: string };
  /** Where people report a security fault: a `mailto:` or `https:` address; null if the server does not say. */
  securityContact: string | null;
  /** For how many minutes a mailed sign-in link is valid. */
  signInLinkMinutes: number;
  /** What people may make the server call: see `OutgoingSettings`. */
  webhooks: { privateNetworks: readonly string[]; otherChatHosts: readonly string[] };
  /** Whether anyone can create an account by e-mail. If not, only the operator and GMs create accounts. */
  signUp: boolean;
  /** How many games for friends an account without the right to run games may run at a time; 0: none. */
  friendGames: number;
  /** How many practice games all guests together may have. */
  guestPracticeGames: number;
  /** How many practice games all accounts together may have. */
  accountPracticeGames: number;
  /** The limits of all people on one network together are so many times those of one person. */
  peoplePerNetwork: number;
  /** Where a worker without pages answers /health, /ready and /metrics. */
  healthPort: number;
  /** The bearer token of /metrics; null if there are no metrics. */
  metricsToken: string | null;
  /** Below so many megabytes of free space in `dataDir`, the server takes nothing more. */
  minFreeMb: number;
  /** By how many hours at least a date is put off that passed while the server was down; 0: not at all. */
  downtimeHours: number;
  /** Where backups are written every night, and how many are kept; 0: none is written. */
  backups: { dir: string; kept: number };
  /** Whether a worker does the nightly work, or leaves it to workers on other machines. */
  nightlyWork: boolean;
  /** When the nightly work begins: hour and minute, UTC. */
  nightlyAt: { hour: number; minute: number };
  /**
   * For how many days records of mail that is done, the built-in mailbox, jobs that failed, and practice games that are
   * not played are kept.
   */
  keepDays: { mail: number; jobs: number; practice: number };
}

/** Where the server receives mail. */
export interface MailInSettings {
  host: string;
  port: number;
  domain: string;
  lmtp: boolean;
  /** The networks of mail servers that hand over everyone's mail: see `InboundMailOptions`. */
  frontServers: readonly string[];
}

/** A setting is not valid. The message names it and says what would be valid. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const blankToUndefined = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankToUndefined, schema);

const wholeNumber = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`;
  const digits = z
    .string({ error })
    .trim()
    .regex(/^\d{1,9}$/, { error });
  return digits.transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};

/** Whom to tell about a security fault, as security.txt writes it (RFC 9116); null if it is neither mail nor https. */
function contactAddress(text: string): string | null {
  if (z.email().safeParse(text).success) return `mailto:${text}`;
  return z.url({ protocol: /^https$/ }).safeParse(text).success && !/\s/.test(text) ? text : null;
}

/** Whether this is one address that mail can be sent from: `post@example.org`, `Whistlestop <post@example.org>`. */
function isSender(text: string): boolean {
  const [sender, ...others] = addressparser(text);
  if (sender === undefined || others.length > 0 || 'group' in sender || /\p{Cc}/u.test(text)) return false;
  const { address } = sender;
  return z.email().safeParse(address).success && (text === address || text.endsWith(`<${address}>`));
}

/** Whether this address is that of a whole host: pages and mail add their own paths. */
function isWholeHost(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === '';
}

/** Whether this address has no query but `?tls=optional`: nodemailer would read any other setting from it. */
function hasNoOtherQuery(text: string): boolean {
  return URL.canParse(text) && ['', '?tls=optional', '?tls=required'].includes(new URL(text).search);
}

/** Whether the address of a mailbox has a user and a password that can be read, and no query but how it is encrypted. */
function isMailbox(text: string): boolean {
  if (!hasNoOtherQuery(text)) return false;
  const { username, password, hostname, pathname } = new URL(text);
  return username !== '' && password !== '' && hostname !== '' && isDecodable(username + password + pathname);
}

/** Whether every percent sign begins the code of a character. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** A list with commas, all of whose parts are valid. */
const listOf = (isValid: (text: string) => boolean, error: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .refine((parts) => parts.every(isValid), { error });

/** Whether this is a network, `10.0.0.0/8`, or one address. */
function isNetwork(text: string): boolean {
  return [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()].some((format) => format.safeParse(text).success);
}

function isHost(text: string): boolean {
  return z.hostname().safeParse(text).success;
}

/** Our longest part of an address has 50 characters, and 64 may stand before the @ (RFC 5321, 4.5.3.1.1). */
const MAX_MAILBOX_LENGTH = 13;

const Environment = z.object({
  DATABASE_URL: setting(
    z.url({ protocol: /^postgres(ql)?$/, error: 'an address that begins with postgresql://' }).optional(),
  ),
  DATABASE_CONNECTIONS: setting(wholeNumber(4, 500).default(20)),
  SMTP_URL: setting(
    z
      .url({ protocol: /^smtps?$/, error: 'an address that begins with smtp:// or smtps://' })
      .refine(hasNoOtherQuery, { error: 'an address without a query, or with ?tls=optional' })
      .optional(),
  ),
  MAIL_FROM: setting(
    z
      .string()
      .trim()
      .refine(isSender, {
        error: 'an address such as post@example.org or Whistlestop <post@example.org>',
      })
      .optional(),
  ),
  MAIL_IN_PORT: setting(wholeNumber(0, 65535).optional()),
  MAIL_IN_HOST: setting(z.string().default('127.0.0.1')),
  MAIL_IN_PROTOCOL: setting(z.enum(['smtp', 'lmtp'], { error: 'smtp or lmtp' }).default('smtp')),
  MAIL_IN_FRONT_SERVERS: setting(
    listOf(isNetwork, 'networks such as 127.0.0.0/8, with commas between them').default([
      '127.0.0.0/8',
      '::1',
    ]),
  ),
  MAIL_IN_URL: setting(
    z
      .url({ protocol: /^imaps?$/, error: 'an address that begins with imaps:// or imap://' })
      .refine(isMailbox, { error: 'an address such as imaps://user:password@host/INBOX' })
      .optional(),
  ),
  MAIL_IN_ADDRESS: setting(
    z
      .email({ error: 'an e-mail address such as games@example.org' })
      .toLowerCase()
      .refine((text) => text.indexOf('@') <= MAX_MAILBOX_LENGTH, {
        error: `an address with at most ${MAX_MAILBOX_LENGTH} characters before the @`,
      })
      .optional(),
  ),
  DKIM_DOMAIN: setting(z.hostname({ error: 'a host name such as example.org' }).toLowerCase().optional()),
  DKIM_SELECTOR: setting(
    z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, { error: 'letters and digits' })
      .default('whistlestop'),
  ),
  DKIM_KEY_FILE: setting(z.string().optional()),
  MAIL_IN_DOMAIN: setting(
    z.hostname({ error: 'a host name such as games.example.org' }).toLowerCase().optional(),
  ),
  // With the name, Fastify would open a second server for ::1, for which no limits of connections are set.
  HOST: setting(
    z
      .string()
      .default('127.0.0.1')
      .transform((host) => (host === 'localhost' ? '127.0.0.1' : host)),
  ),
  PORT: setting(wholeNumber(0, 65535).default(8080)),
  PUBLIC_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })
      .refine(isWholeHost, {
        error: 'an address without a path, a query or a user, such as https://games.example.org',
      })
      .optional(),
  ),
  DATA_DIR: setting(z.string().default('./data')),
  ROLE: setting(z.enum(['all', 'web', 'worker'], { error: 'all, web, or worker' }).default('all')),
  PROCESS_NAME: setting(
    z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/, {
        error: 'up to 32 lower-case letters, digits and hyphens, such as worker-2',
      })
      .optional(),
  ),
  TRUSTED_PROXIES: setting(wholeNumber(0, 9).default(0)),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'fatal, error, warn, info, debug, trace, or silent',
      })
      .default('info'),
  ),
  OPERATOR_NAME: setting(z.string().default('The Operator')),
  HEALTH_PORT: setting(wholeNumber(0, 65535).default(8081)),
  METRICS_TOKEN: setting(
    z.string().min(16, { error: 'a secret of at least 16 characters, or blank' }).optional(),
  ),
  MIN_FREE_MB: setting(wholeNumber(0, 1_000_000).default(200)),
  DOWNTIME_EXTENSION_HOURS: setting(wholeNumber(0, 720).default(12)),
  BACKUP_DIR: setting(z.string().optional()),
  BACKUPS_KEPT: setting(wholeNumber(0, 1000).default(7)),
  NIGHTLY_WORK: setting(z.enum(['on', 'off'], { error: 'on or off' }).default('on')),
  NIGHTLY_AT: setting(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'a time from 00:00 to 23:59 (UTC), such as 03:30' })
      .default('03:30'),
  ),
  KEEP_MAIL_DAYS: setting(wholeNumber(1, 36_500).default(365)),
  KEEP_JOBS_DAYS: setting(wholeNumber(1, 36_500).default(30)),
  KEEP_PRACTICE_DAYS: setting(wholeNumber(1, 36_500).default(30)),
  SIGN_IN_LINK_MINUTES: setting(wholeNumber(5, 1440).default(10)),
  WEBHOOK_PRIVATE_NETWORKS: setting(
    listOf(isNetwork, 'networks such as 127.0.0.0/8, with commas between them').default([]),
  ),
  CHAT_HOSTS: setting(
    listOf(isHost, 'host names such as chat.example.org, with commas between them').default([]),
  ),
  SIGN_UP: setting(z.enum(['on', 'off'], { error: 'on or off' }).default('on')),
  FRIEND_GAMES: setting(wholeNumber(0, 100).default(3)),
  GUEST_PRACTICE_GAMES: setting(wholeNumber(0, 1_000_000).default(2000)),
  ACCOUNT_PRACTICE_GAMES: setting(wholeNumber(0, 1_000_000).default(5000)),
  PEOPLE_PER_NETWORK: setting(wholeNumber(1, 10_000).default(10)),
  SECURITY_CONTACT: setting(
    z
      .string()
      .trim()
      .refine((text) => contactAddress(text) !== null, {
        error: 'an e-mail address or an address that begins with https://',
      })
      .optional(),
  ),
  OPERATOR_EMAIL: setting(
    z
      .email({ error: 'an e-mail address such as ann.baker@example.org' })
      .default('operator@localhost.localdomain'),
  ),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

/**
 * Reads the settings from the environment and from `.env` in the working directory, if there is one. The environment
 * has priority.
 * @param chosen settings of the command line, which have priority over both
 * @throws ConfigError for the first setting that is not valid
 */
export function readConfig(chosen: Record<string, string> = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return configFrom({ ...process.env, ...chosen });
}

/** Reads the settings from the given variables. @throws ConfigError for the first setting that is not valid */
export function configFrom(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `${issue?.path.join('.')} should be ${issue?.message}. Correct it in .env or the environment; .env.example explains it.`,
    );
  }
  const env = parsed.data;
  const dataDir = path.resolve(env.DATA_DIR);
  const [hour = 0, minute = 0] = env.NIGHTLY_AT.split(':').map(Number);
  const publicUrl = withoutEndSlashes(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  const mailFrom = env.MAIL_FROM ?? `Whistlestop <whistlestop@${mailDomainOf(publicUrl)}>`;
  const [mailbox, ownDomain] = env.MAIL_IN_ADDRESS?.split('@') ?? [];
  const domain = ownDomain ?? env.MAIL_IN_DOMAIN ?? mailDomainOf(publicUrl);
  const inbound = { domain, mailbox: mailbox ?? null };
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    databaseConnections: env.DATABASE_CONNECTIONS,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom,
    inbound: env.MAIL_IN_PORT === undefined && env.MAIL_IN_URL === undefined ? null : inbound,
    mailIn:
      env.MAIL_IN_PORT === undefined
        ? null
        : {
            host: env.MAIL_IN_HOST,
            port: env.MAIL_IN_PORT,
            domain: inbound.domain,
            lmtp: env.MAIL_IN_PROTOCOL === 'lmtp',
            frontServers: env.MAIL_IN_FRONT_SERVERS,
          },
    mailInUrl: env.MAIL_IN_URL ?? null,
    dkim: dkimOf(env, mailFrom),
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir,
    role: env.ROLE,
    processName: env.PROCESS_NAME ?? null,
    proxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    webhooks: { privateNetworks: env.WEBHOOK_PRIVATE_NETWORKS, otherChatHosts: env.CHAT_HOSTS },
    signInLinkMinutes: env.SIGN_IN_LINK_MINUTES,
    signUp: env.SIGN_UP === 'on',
    friendGames: env.FRIEND_GAMES,
    guestPracticeGames: env.GUEST_PRACTICE_GAMES,
    accountPracticeGames: env.ACCOUNT_PRACTICE_GAMES,
    peoplePerNetwork: env.PEOPLE_PER_NETWORK,
    healthPort: env.HEALTH_PORT,
    metricsToken: env.METRICS_TOKEN ?? null,
    minFreeMb: env.MIN_FREE_MB,
    downtimeHours: env.DOWNTIME_EXTENSION_HOURS,
    backups: { dir: path.resolve(env.BACKUP_DIR ?? path.join(dataDir, 'backups')), kept: env.BACKUPS_KEPT },
    nightlyWork: env.NIGHTLY_WORK === 'on',
    nightlyAt: { hour, minute },
    keepDays: { mail: env.KEEP_MAIL_DAYS, jobs: env.KEEP_JOBS_DAYS, practice: env.KEEP_PRACTICE_DAYS },
    operator: { name: env.OPERATOR_NAME, email: env.OPERATOR_EMAIL },
    securityContact: contactAddress(env.SECURITY_CONTACT ?? ''),
  };
}

/** What outgoing mail is signed with, by default for the domain of its sender. */
function dkimOf(env: z.infer<typeof Environment>, mailFrom: string): Config['dkim'] {
  const { DKIM_KEY_FILE: keyFile, DKIM_SELECTOR: selector } = env;
  if (keyFile === undefined) return null;
  const domain = env.DKIM_DOMAIN ?? mailFrom.replace(/^.*@/, '').replace(/>$/, '').toLowerCase();
  return { domain, selector, keyFile: path.resolve(keyFile) };
}

/**
 * The domain of the server's own addresses and Message-IDs: the host of its pages, or a placeholder if that is an IP
 * address or has no dot, which mail servers refuse.
 */
export function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'localhost.localdomain';
}

function withoutEndSlashes(url: string): string {
  return url.endsWith('/') ? withoutEndSlashes(url.slice(0, -1)) : url;
}
