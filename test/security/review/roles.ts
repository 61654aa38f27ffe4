import type { Account } from '../../../src/database/generated/client.ts';
import { aVisitor, testCode, type Visitor } from '../../web/visitor.ts';
import type { PersonName } from './people.ts';
import type { World } from './world.ts';

/** Someone who sends requests. */
export interface Role {
  name: string;
  visitor: Visitor;
  /** Null if no account is signed in. */
  account: Account | null;
  /** Sent with every request. */
  headers: Record<string, string>;
  /** Whether it is a program with a security code, which uses only the API. */
  isProgram: boolean;
}

/** The people whose security codes programs use, too. */
const WITH_PROGRAMS: readonly PersonName[] = [
  ...(['player 1', 'player 2', 'former player', 'reclaimer', 'GM', 'GM who plays', 'stranger'] as const),
];

/** Everyone who sends requests to the world: the public, everyone with an account, and programs. */
export function rolesOf(world: World): Role[] {
  const nobody = { account: null, headers: {}, isProgram: false };
  const people = [...world.visitors].map(([name, visitor]) => {
    const account = world.people[name as PersonName];
    return { name, visitor, account, headers: {}, isProgram: false };
  });
  const programs = WITH_PROGRAMS.map((person) => {
    const account = world.people[person];
    const headers = basicAuth(account, testCode);
    return { name: `program of ${person}`, visitor: aVisitor(world.app), account, headers, isProgram: true };
  });
  // A person who opens a page of a game accepts the seat in it, so that person comes last.
  const isInvited = ({ name }: Role) => name === 'invited';
  return [
    { name: 'public', visitor: aVisitor(world.app), ...nobody },
    { name: 'deleted account', visitor: world.deletedVisitor, ...nobody },
    ...people.filter((role) => !isInvited(role)),
    ...programs,
    { name: 'program with a wrong code', visitor: aVisitor(world.app), ...wrongCode(world) },
    ...people.filter(isInvited),
  ];
}

function wrongCode({ people }: World) {
  return { account: null, headers: basicAuth(people.bystander, 'not the right code'), isProgram: true };
}

function basicAuth({ id }: Account, code: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${code}`).toString('base64')}` };
}
