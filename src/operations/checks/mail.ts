import { commonPart, type Spent } from '../../accounts/network-mail.ts';
import { NEW_NETWORK_LINKS_PER_HOUR, signInLinksSpent } from '../../accounts/sign-in-link-limits.ts';
import {
  ADDRESS_CHANGES_PER_HOUR,
  addressChangesSpent,
  SIGN_UPS_PER_HOUR,
  signUpsSpent,
} from '../../accounts/verification-limits.ts';
import type { AppContext } from '../../context.ts';
import type { RelayWatch } from '../../mail/delivery/relay-watch.ts';
import { countWaitingMail, type WaitingMail } from '../../mail/delivery/waiting-mail.ts';
import { counted } from '../../rules/numbers.ts';
import type { HealthCheck } from '../health.ts';

/**
 * Checks that mail gets away: warns if the mail server cannot be reached or refuses all mail,
 * if a mail has waited for more than an hour, and, besides, if so many links to new addresses or sign-in links were wanted that no more are sent.
 * @param watch null in a process that sends no mail
 */
export function mailCheck(ctx: AppContext, watch: RelayWatch | null): HealthCheck {
  return {
    name: 'mail',
    async run() {
      const mail = await countWaitingMail(ctx);
      const found = [...outgoing(mail, watch), ...(await manyAskFor(ctx))];
      if (found.length > 0) return { level: 'warning', message: found.join(' ') };
      return { level: 'ok', message: `${waiting(mail)}.` };
    },
  };
}

/** What keeps mail from getting away: one sentence, or none. */
function outgoing(mail: WaitingMail, watch: RelayWatch | null): string[] {
  const answer = watch?.lastAnswer() ?? null;
  if (answer !== null) return [unreachable(answer, mail)];
  const refusal = watch?.refusal() ?? null;
  if (refusal !== null) return [refusesAll(refusal, mail)];
  return mail.late > 0 ? [late(mail)] : [];
}

/** The kinds of links that so many people have asked for that no more are mailed. */
async function manyAskFor(ctx: AppContext): Promise<string[]> {
  const { prisma } = ctx.db;
  const signUps = await signUpsSpent(prisma, ctx);
  const changes = await addressChangesSpent(prisma, ctx);
  const links = await signInLinksSpent(prisma, ctx);
  return [
    ...(signUps === 'no' ? [] : [manySignUps(signUps)]),
    ...(changes === 'no' ? [] : [manyChanges(changes)]),
    ...(links === 'no' ? [] : [manyLinks(links)]),
  ];
}

function manySignUps(spent: Spent): string {
  return `${mailedWithinHour('links to sign up were mailed within an hour', SIGN_UPS_PER_HOUR, spent)} The log has a line with the keyed hash of the network (networkHash) for each of them. If those who ask are not people who want to play, set SIGN_UP=off for some time.`;
}

function manyChanges(spent: Spent): string {
  return `${mailedWithinHour('links to new addresses of accounts were mailed within an hour', ADDRESS_CHANGES_PER_HOUR, spent)} The log has a line with the keyed hash of the network (networkHash) for each of them.`;
}

function manyLinks(spent: Spent): string {
  const mailed =
    'sign-in links were mailed within an hour to people who asked for them from networks that are new for their accounts';
  return `${mailedWithinHour(mailed, NEW_NETWORK_LINKS_PER_HOUR, spent)} People in networks from which they have signed in before still get theirs. If this is no rush of players, someone is asking for links to accounts of others: the log has a line with the keyed hash of the network (networkHash) for each of them.`;
}

function mailedWithinHour(mailed: string, limit: number, spent: Spent): string {
  return spent === 'all'
    ? `${limit} ${mailed}, and no more are until the hour is over.`
    : `At least ${commonPart(limit)} ${mailed}. Until the hour is over, more are mailed only to people in networks that have asked for no mail within a day.`;
}

function unreachable(answer: string, mail: WaitingMail): string {
  return `The mail server cannot be reached: ${answer.replace(/\.$/, '')}. ${waiting(mail)}. Check SMTP_URL and the mail server; the mail is sent as soon as it answers.`;
}

function refusesAll(answer: string, mail: WaitingMail): string {
  return `The mail server refuses all mail, as far as can be told from three addresses in a row: ${answer.replace(/\.$/, '')}. ${waiting(mail)}. Check the limits of your account there and the address in MAIL_FROM; the mail is tried again at least once an hour.`;
}

function late(mail: WaitingMail): string {
  const some = mail.late === 1 ? 'One has' : `${mail.late} of them have`;
  return `${waiting(mail)}. ${some} waited for more than an hour. The GM pages of their games show why.`;
}

function waiting({ waiting }: WaitingMail): string {
  if (waiting === 0) return 'No e-mail is waiting to be sent';
  return `${counted(waiting, 'e-mail')} ${waiting === 1 ? 'is' : 'are'} waiting to be sent`;
}
