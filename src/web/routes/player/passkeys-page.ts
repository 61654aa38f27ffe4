import type { FastifyReply } from 'fastify';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import { listPasskeys, MAX_PASSKEYS } from '../../../accounts/passkeys/passkeys.ts';
import type { Passkey } from '../../../database/generated/client.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { deviceInWords } from '../../../text/device-name.ts';
import { relyingParty } from '../../access/passkeys.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { neededProof } from '../../forms/current-code.ts';
import type { FormState } from '../../forms/fields.ts';
import type { WebContext } from '../../web-context.ts';

/** The page, as templates/web/account/passkeys.eta prints it. */
interface PasskeysView {
  passkeys: PasskeyRow[];
  /** Why no passkey can be added; null if one can. */
  cannotAdd: string | null;
  /** The name in the form for a new passkey. */
  name: string;
  needsCode: boolean;
  /** Whether a new mailed link is required instead of a code. */
  needsLink: boolean;
  freshMinutes: number;
  /** All problems, for the top of the page. */
  problems: Problem[];
  /** The problems of the form that adds a passkey. */
  addProblems: Problem[];
}

interface PasskeyRow {
  id: string;
  /** Tells the fields of the row from those of other rows. */
  row: number;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
  /** Each form is open after it was refused. */
  rename: { open: boolean; name: string; problems: Problem[] };
  remove: { open: boolean; problems: Problem[] };
}

/** A form of the page that was refused. */
export interface PasskeysState extends FormState {
  form?: 'add' | 'rename' | 'remove';
  /** The passkey that the form was for. */
  passkey?: string;
}

/** Sends the page with the reader's passkeys. */
export async function renderPasskeys(
  deps: WebContext,
  reply: FastifyReply,
  state: PasskeysState,
): Promise<FastifyReply> {
  const { request } = reply;
  const passkeys = await listPasskeys(deps.ctx, accountOf(request).id);
  const problems = state.problems ?? [];
  const proof = await neededProof(deps, request);
  const view: PasskeysView = {
    passkeys: passkeys.map((passkey, index) => rowOf(passkey, index + 1, state)),
    cannotAdd: reasonAgainstAdding(deps, passkeys.length),
    name:
      state.form === 'add'
        ? (state.values?.name ?? '')
        : suggestedName(request.headers['user-agent'] ?? null),
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    problems,
    addProblems: state.form === 'add' ? problems : [],
  };
  return reply.page('account/passkeys', { title: 'Your passkeys', scripts: ['passkeys.js'], ...view });
}

function rowOf({ id, name, createdAt, usedAt }: Passkey, row: number, state: PasskeysState): PasskeyRow {
  const refused = (form: PasskeysState['form']) => state.form === form && state.passkey === id;
  const problemsOf = (form: PasskeysState['form']) => (refused(form) ? (state.problems ?? []) : []);
  return {
    ...{ id, row, name, createdAt, usedAt },
    rename: {
      open: refused('rename'),
      name: refused('rename') ? (state.values?.name ?? name) : name,
      problems: problemsOf('rename'),
    },
    remove: { open: refused('remove'), problems: problemsOf('remove') },
  };
}

function reasonAgainstAdding(deps: WebContext, count: number): string | null {
  const party = relyingParty(deps);
  if (!party.ok) return party.problems[0]?.message ?? null;
  return count < MAX_PASSKEYS
    ? null
    : `You have ${MAX_PASSKEYS} passkeys, the most that an account can have.`;
}

/** The browser's name, as a first proposal for the name of a passkey; '' if it is not known. */
function suggestedName(userAgent: string | null): string {
  const device = deviceInWords(userAgent);
  return device === deviceInWords(null) ? '' : device;
}
