import { ConfigError } from '../config.ts';

/** The server cannot start. The message is complete: it names the setting and says what to do. */
export class StartError extends Error {
  override name = 'StartError';
  /** The code of the operating system, such as EADDRINUSE. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Where a part of the server listens, and the settings that say so. */
export interface Listening {
  host: string;
  port: number;
  hostSetting: string;
  portSetting: string;
}

/** The error to report instead of the operating system's, if a part of the server cannot listen. */
export function listenError(error: unknown, where: Listening): unknown {
  const { host, port, hostSetting, portSetting } = where;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `${portSetting} is ${port}, but another program already listens there (on ${host}). Stop it, or set ${portSetting} to another number.`,
        code,
      );
    case 'EACCES':
      return new StartError(
        `${portSetting} is ${port}, but this user may not listen there. Set ${portSetting} to a number above 1023 and forward the port to it.`,
        code,
      );
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `${hostSetting} is ${host}, which is no address of this machine. Set ${hostSetting} to 127.0.0.1 (this machine only) or 0.0.0.0 (every network).`,
        code,
      );
    default:
      return error;
  }
}

/** What to print if the server cannot start. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { cause } = error as Error;
  if (error instanceof StartError || cause instanceof StartError) {
    return `The server could not start. ${((cause ?? error) as StartError).message}`;
  }
  return `The server could not start: ${describe(error)}\nCorrect the cause and start again.`;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An attempt to connect to several addresses fails with an error that has a code and no message.
  const message = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  return error.cause === undefined ? message : `${message} (${describe(error.cause)})`;
}
