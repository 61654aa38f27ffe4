import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What the operator may set. Every default stands here and nowhere else; .env.example explains them. */
export interface Config {
  /** null: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** null: mail goes to the built-in mailbox in `dataDir`. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Where mail to the games comes in, answers to letters above all; null: none is taken. */
  mailIn: { host: string; port: number; domain: string } | null;
  host: string;
  port: number;
  /** The address that players use, without a slash at its end. */
  publicUrl: string;
  dataDir: string;
  role: 'all' | 'web' | 'worker';
  /** How many proxies stand in front of the server: only so many forwarded addresses are believed. */
  proxies: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  operator: { name: string; email: string };
  /** May anybody make an account by mail, or only the operator and GMs for others? */
  signUp: boolean;
}

/** A setting that the server cannot work with; the message names it and says what would do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsMissing, schema);

const wholeNumber = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

const Environment = z.object({
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/, error: 'a postgresql:// address' }).optional()),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, error: 'an smtp:// or smtps:// address' }).optional()),
  MAIL_FROM: setting(z.string().optional()),
  MAIL_IN_PORT: setting(wholeNumber(0, 65535).optional()),
  MAIL_IN_HOST: setting(z.string().default('127.0.0.1')),
  MAIL_IN_DOMAIN: setting(z.hostname({ error: 'a host name' }).toLowerCase().optional()),
  HOST: setting(z.string().default('127.0.0.1')),
  PORT: setting(wholeNumber(0, 65535).default(8080)),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/, error: 'an http:// or https:// address' }).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  ROLE: setting(z.enum(['all', 'web', 'worker'], { error: 'all, web or worker' }).default('all')),
  TRUSTED_PROXIES: setting(wholeNumber(0, 9).default(0)),
  LOG_LEVEL: setting(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  ),
  OPERATOR_NAME: setting(z.string().default('The Operator')),
  SIGN_UP: setting(z.enum(['on', 'off'], { error: 'on or off' }).default('on')),
  OPERATOR_EMAIL: setting(z.email({ error: 'an e-mail address' }).default('operator@localhost.localdomain')),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

/**
 * Reads the settings from the environment and, where it exists, from `.env` in the working directory (the
 * environment wins).
 * @throws ConfigError naming the first setting that is wrong
 */
export function readConfig(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return configFrom(process.env);
}

/** The settings of a given environment; for tests and for `readConfig`. */
export function configFrom(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.')} should be ${issue?.message}. See .env.example.`);
  }
  const env = parsed.data;
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return {
    databaseUrl: env.DATABASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `Whistlestop <whistlestop@${mailDomainOf(publicUrl)}>`,
    mailIn:
      env.MAIL_IN_PORT === undefined
        ? null
        : {
            host: env.MAIL_IN_HOST,
            port: env.MAIL_IN_PORT,
            domain: env.MAIL_IN_DOMAIN ?? mailDomainOf(publicUrl),
          },
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR),
    role: env.ROLE,
    proxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    signUp: env.SIGN_UP === 'on',
    operator: { name: env.OPERATOR_NAME, email: env.OPERATOR_EMAIL },
  };
}

/** The right side of the server's own addresses and Message-IDs; a bare host name gets a domain that mail accepts. */
export function mailDomainOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'localhost.localdomain';
}
