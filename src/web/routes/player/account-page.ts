import type { FastifyReply } from 'fastify';
import { REMIND_HOURS } from '../../../accounts/account-details.ts';
import { addressMarkOf } from '../../../accounts/address-marks.ts';
import { forwardedMailReturned } from '../../../accounts/forwarded-mail.ts';
import { FRESH_MINUTES } from '../../../accounts/fresh-session.ts';
import type { Account } from '../../../database/generated/client.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { neededProof } from '../../forms/current-code.ts';
import type { FormState } from '../../forms/fields.ts';
import { type ZoneChoice, zoneChoices } from '../../forms/schedule-form.ts';
import { reliabilityInWords } from '../../rendering/game-facts.ts';
import type { WebContext } from '../../web-context.ts';

/** The page, as templates/web/account/account.eta prints it. */
interface AccountView {
  reliability: string;
  name: string;
  zones: ZoneChoice[];
  papers: Choice[];
  address: string;
  publishAddress: boolean;
  /** What can be mailed: the field of each checkbox. */
  mails: { field: string; label: string; checked: boolean }[];
  reminders: Choice[];
  /** How notices that can wait are mailed, and when. */
  notices: Choice[];
  hours: Choice[];
  security: { explanation: string; button: string };
  /** Whether the current code is required. */
  needsCode: boolean;
  /** Whether a new mailed link is required. */
  needsLink: boolean;
  freshMinutes: number;
  /** Since when mail to the account comes back, and why; null if it does not. */
  addressMark: { since: Date; reason: string } | null;
  /** When the last mail was sent that was forwarded and came back; null if none did lately. */
  forwardedMail: Date | null;
  problems: Problem[];
}

interface Choice {
  value: string;
  label: string;
  selected: boolean;
}

/** Sends the account page; after a form was refused, with what was typed and what is wrong with it. */
export async function renderAccount(
  deps: WebContext,
  reply: FastifyReply,
  state: FormState,
): Promise<FastifyReply> {
  const account = accountOf(reply.request);
  const values = state.values ?? storedValues(account);
  const { hasCode } = reply.request;
  const proof = await neededProof(deps, reply.request);
  const view: AccountView = {
    ...detailsView(values),
    reliability: reliabilityInWords(await reliability(deps.ctx, account.id)),
    security: {
      explanation: hasCode
        ? 'Use it with your e-mail address or account number to sign in.'
        : 'You have no security code yet. With a code and your e-mail address or account number you can sign in without a mailed link.',
      button: hasCode ? 'Change code' : 'Set code',
    },
    needsCode: proof === 'code',
    needsLink: proof === 'link',
    freshMinutes: FRESH_MINUTES,
    addressMark: await markView(deps, account),
    forwardedMail: await forwardedMailReturned(deps.ctx, account),
    problems: state.problems ?? [],
  };
  return reply.page('account/account', { title: 'Your account', scripts: ['code-fields.js'], ...view });
}

async function markView({ ctx }: WebContext, account: Account): Promise<AccountView['addressMark']> {
  const mark = await addressMarkOf(ctx.db.prisma, account);
  return mark?.markedAt ? { since: mark.markedAt, reason: mark.reason } : null;
}

function storedValues(account: Account): Record<string, string> {
  const yes = (isSet: boolean) => (isSet ? 'yes' : '');
  return {
    name: account.name,
    timeZone: account.timeZone,
    paper: account.paper,
    address: account.address ?? '',
    publishAddress: yes(account.publishAddress),
    remindHours: String(account.remindHours),
    mailPrintouts: yes(account.mailPrintouts),
    mailReceipts: yes(account.mailReceipts),
    mailLetters: yes(account.mailLetters),
    mailLastCalls: yes(account.mailLastCalls),
    noticeMail: account.noticeMail,
    digestHour: String(account.digestHour),
  };
}

function detailsView(values: Record<string, string>) {
  const isChecked = (field: string) => values[field] === 'yes';
  const mail = (field: string, label: string) => ({ field, label, checked: isChecked(field) });
  const paper = (value: string, label: string) => ({ value, label, selected: value === values.paper });
  return {
    name: values.name ?? '',
    zones: zoneChoices(values.timeZone),
    papers: [paper('letter', 'US Letter'), paper('a4', 'A4')],
    address: values.address ?? '',
    publishAddress: isChecked('publishAddress'),
    mails: [
      mail('mailPrintouts', 'Printouts'),
      mail('mailReceipts', 'Receipts for your sheets'),
      mail('mailLetters', 'Letters from other players'),
      mail('mailLastCalls', 'A last call if your sheet is missing'),
    ],
    reminders: [...REMIND_HOURS, 0].map((hours) => ({
      value: String(hours),
      label: reminderInWords(hours),
      selected: String(hours) === values.remindHours,
    })),
    notices: NOTICE_WAYS.map(([value, label]) => ({ value, label, selected: value === values.noticeMail })),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      value: String(hour),
      label: `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`,
      selected: String(hour) === values.digestHour,
    })),
  };
}

const NOTICE_WAYS = [
  ['single', 'Each at once'],
  ['daily', 'Together, once a day'],
  ['none', 'Not at all'],
] as const;

function reminderInWords(hours: number): string {
  if (hours === 0) return 'Never';
  if (hours === 168) return '1 week before the due date';
  return `${hours < 48 ? `${hours} hours` : `${hours / 24} days`} before the due date`;
}
