import type { RunDatabase } from './machine/database.ts';
import type { SmallDisk } from './machine/disk.ts';
import type { Journal } from './machine/journal.ts';
import type { Relay } from './machine/relay.ts';
import type { ServerService } from './machine/server.ts';
import type { TcpProxy } from './machine/tcp-proxy.ts';
import { now } from './machine/wait.ts';
import type { PlayedGame } from './people/games.ts';
import type { People } from './people/set-up.ts';
import type { Ledger } from './people/sheets.ts';

/** The machines of a run: the server, and everything that it depends on. */
export interface Machines {
  journal: Journal;
  server: ServerService;
  /** Whether the server runs its PostgreSQL itself. */
  embedded: boolean;
  database: RunDatabase;
  /** The network to the database; null if it is embedded. */
  databaseNetwork: TcpProxy | null;
  relay: Relay;
  relayNetwork: TcpProxy;
  disk: SmallDisk;
  /** The file that says by how many milliseconds the server's clock is wrong. */
  clockFile: string;
  /** The server's folder. */
  dataDir: string;
}

/** A letter, a due date, or a turn that the GM wanted to be processed: acknowledged by the server. */
export type Acknowledged =
  | { kind: 'letter'; game: string; text: string }
  | { kind: 'process'; game: string; turn: number }
  | { kind: 'due'; game: string; turn: number; due: number; healthyBefore: number };

/** Everything in a run: machines, people, games, and what the server has acknowledged. */
export interface World extends Machines {
  people: People;
  /** The games that are played all the time. */
  games: PlayedGame[];
  /** The games with which it is measured whether the server works. */
  probes: PlayedGame[];
  ledger: Ledger;
  acknowledged: Acknowledged[];
  /** What was found to be wrong while the games were played. */
  problems: string[];
  /** How many mails the server sends at the same time when it is healthy. */
  capacity: number;
  health: HealthyTime;
}

/** How long the server has been healthy in all: not counting faults, and the time after them until it served. */
export interface HealthyTime {
  /** Milliseconds. */
  value(): number;
  set(healthy: boolean): void;
}

export function healthyTime(): HealthyTime {
  let sum = 0;
  let since: number | null = now();
  const value = () => sum + (since === null ? 0 : now() - since);
  return {
    value,
    set(healthy) {
      sum = value();
      since = healthy ? now() : null;
    },
  };
}
