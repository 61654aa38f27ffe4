// Other users of a machine can open the port of a database that is away, and any network may lead to someone else. So a
// connection shows first that the right database answers.
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import pg from 'pg';

/** What answers at the address of the database has not shown that it is the database. The password was not told. */
export class UnprovenDatabase extends Error {
  readonly code = 'UNPROVEN_DATABASE';
}

/** What pg does about messages of the database. Its types leave these methods out. */
interface Handlers {
  /** The exchange of SCRAM; null once the database has proven that it knows the password. */
  saslSession?: object | null;
  _handleAuthCleartextPassword(message: unknown): void;
  _handleAuthMD5Password(message: unknown): void;
  _handleAuthSASLFinal(message: unknown): void;
  _handleReadyForQuery(message: unknown): void;
}

const UNKNOWN = 'it has not proven that it knows the password, so it may be any program at its address';

const Client = pg.Client as unknown as new (config?: string | pg.ClientConfig) => pg.Client & Handlers;

/**
 * A client that tells its password, or a hash of it, to no one but a database whose certificate it has verified, or behind
 * a socket file. Everywhere else the database must prove by SCRAM that it knows the password, before any statement. Without
 * a password there is nothing to prove.
 */
export class SafeClient extends Client {
  #proven = false;
  #refused = false;

  override _handleAuthCleartextPassword(message: unknown): void {
    if (this.#isVerified()) super._handleAuthCleartextPassword(message);
    else this.#refuse('it asks for the password in clear text, so any program at its address would get it');
  }

  override _handleAuthMD5Password(message: unknown): void {
    if (this.#isVerified()) super._handleAuthMD5Password(message);
    else this.#refuse('it asks for a password by MD5, so any program at its address could use the answer');
  }

  override _handleAuthSASLFinal(message: unknown): void {
    if (this.saslSession) super._handleAuthSASLFinal(message);
    this.#proven = this.saslSession === null;
    if (!this.#proven) this.#refuse(UNKNOWN);
  }

  override _handleReadyForQuery(message: unknown): void {
    if (this.#refused) return;
    if (this.password && !this.#proven && !this.#isVerified()) {
      this.#refuse(UNKNOWN);
    } else super._handleReadyForQuery(message);
  }

  /** Whether only the right database can be at the other end, whatever it asks. */
  #isVerified(): boolean {
    // The folder of a socket file.
    if (this.host.startsWith('/')) return true;
    const { stream } = this.connection;
    const ssl = this.ssl as boolean | ConnectionOptions;
    // As of sslmode=verify-ca, with which a certificate may have any name.
    const hasAnyName = typeof ssl === 'object' && ssl.checkServerIdentity !== undefined;
    return stream instanceof TLSSocket && stream.authorized && !hasAnyName;
  }

  #refuse(reason: string): void {
    this.#refused = true;
    this.connection.emit('error', new UnprovenDatabase(reason));
    this.connection.stream.destroy();
  }
}

/** A pool of such clients. */
export class SafePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: SafeClient });
  }
}
