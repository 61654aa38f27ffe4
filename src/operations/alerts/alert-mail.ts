import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { AUTOMATIC_HEADERS, bareAddress, type MailSettings } from '../../mail/outbound/mail-headers.ts';
import { type MailBlock, renderMail } from '../../mail/outbound/mail-view.ts';
import { formatDateTime } from '../../text/dates.ts';
import { CHECK_TITLES, LEVEL_WORDS } from '../check-titles.ts';
import { type Alert, type AlertPlan, cameBack } from './alert-state.ts';

/** What alert mails are made with. */
export interface AlertMailSettings extends MailSettings {
  /** The right side of Message-IDs. */
  mailDomain: string;
  /** Which process of the server writes, if there are several: `worker-2 on blue`. */
  process?: string;
}

/** Composes the mail that tells the operators what is wrong and what is over. */
export function composeAlertMail(
  plan: AlertPlan,
  { from, publicUrl, mailDomain, process }: AlertMailSettings,
  { to, now }: { to: readonly string[]; now: Date },
): SendMailOptions {
  const server = new URL(publicUrl).host;
  const subject = subjectOf(plan);
  const body = renderMail({
    headline: subject,
    strapline: process === undefined ? `The server at ${server}` : `The server at ${server}: ${process}`,
    preview: [...plan.lasting, ...plan.over][0]?.message ?? '',
    blocks: [
      ...plan.lasting.flatMap((alert) => lastingBlocks(alert)),
      ...plan.over.flatMap((alert) => overBlocks(alert)),
      { kind: 'button', label: 'Open the System page', url: `${publicUrl}/operator/system` },
    ],
    footer:
      'You received this e-mail because you are an operator of this server. If a problem lasts, you get another one after a day, and one when it is over.',
  });
  return {
    from,
    to: [...to],
    envelope: { from: bareAddress(from), to: [...to] },
    messageId: `<${randomUUID()}@${mailDomain}>`,
    date: now,
    subject: `${subject} (${server})`,
    headers: AUTOMATIC_HEADERS,
    ...body,
  };
}

/** `Problem: backups, disk space`, `Solved: mail` or, if nothing new has happened, `Still a problem: backups`. */
function subjectOf({ lasting, over, reason }: AlertPlan): string {
  const titles = (alerts: readonly Alert[]) =>
    alerts.map(({ check }) => CHECK_TITLES[check].toLowerCase()).join(', ');
  if (reason === 'new') return `Problem: ${titles(lasting)}`;
  return reason === 'over' ? `Solved: ${titles(over)}` : `Still a problem: ${titles(lasting)}`;
}

function lastingBlocks(alert: Alert): MailBlock[] {
  const { check, level, since, message } = alert;
  const often = cameBack(alert) ? ' again and again' : '';
  const heading = `${CHECK_TITLES[check]}: ${LEVEL_WORDS[level]}${often} since ${formatDateTime(since, 'UTC')}`;
  return [
    { kind: 'paragraph', style: 'strong', text: heading },
    { kind: 'paragraph', text: message ?? '' },
  ];
}

function overBlocks(alert: Alert): MailBlock[] {
  const { check, since, okSince, told, message } = alert;
  const until = okSince === null ? '' : ` to ${formatDateTime(okSince, 'UTC')}`;
  const happened = cameBack(alert) ? 'came and went' : 'lasted';
  const lasted = `This problem ${happened} from ${formatDateTime(since, 'UTC')}${until}.`;
  return [
    { kind: 'paragraph', style: 'strong', text: `${CHECK_TITLES[check]}: OK` },
    // What was never told, because no mail could be sent, is told now.
    { kind: 'paragraph', text: told === null && message !== null ? `${lasted} ${message}` : lasted },
  ];
}
