import type { CheckName, Condition } from '../health.ts';

/*
 * Which conditions the operator is told about, and when, as pure functions. An alert begins when a check is not ok. It
 * becomes due when it has lasted for a while, is told, told again every day, and told once more when it is over.
 *
 * What is wrong again and again is told, too, even if it never lasts long enough at a time: a database that answers once a
 * minute is no better than one that does not answer. So the times add up, and are forgotten only when the check has been ok
 * for several times the patience. It takes more in all than at a time, so that a single glitch is not told, even if it
 * comes back once. What came back is over only after the same calm: otherwise, its end and a new alert would be told in turn.
 */

/** A condition that is not ok, or has been until a moment ago. */
export interface Alert {
  check: CheckName;
  level: 'warning' | 'down';
  /** The sentence of the condition; null if this process has not seen the condition itself yet. */
  message: string | null;
  since: Date;
  /** Since when it lasts without a break; later than `since` if the check was ok meanwhile. */
  againSince: Date;
  /** For how many milliseconds it lasted in all before its last break, since it was last told that it is over. */
  before: number;
  /** Whether it has lasted long enough to be told, even if it is over by the time that mail can be sent. */
  due: boolean;
  /** When the operator was last told, and of what; null if never. */
  told: { at: Date; level: 'warning' | 'down' } | null;
  /** Whether another process of this server told the operator, and will say when it is over. */
  elsewhere: boolean;
  /** Since when the check is ok again; null while the condition lasts. */
  okSince: Date | null;
}

/** Milliseconds for which a condition must last at a time before it is told, and be over before that is told. */
export type Patience = (check: CheckName) => number;

/** What a mail says: the conditions that last, and those that are over. */
export interface AlertPlan {
  lasting: readonly Alert[];
  over: readonly Alert[];
  /** Why it is sent: something is new or worse, something is over, or a condition has lasted for another day. */
  reason: 'new' | 'over' | 'reminder';
}

/** Which conditions are told. The others are the operator's own doing, unless they say otherwise. */
const IS_TOLD: Readonly<Record<CheckName, boolean>> = {
  ...{ database: true, disk: true, workers: true, pages: true, clock: true, held: false, mail: true },
  ...{ mailIn: true, deadlines: true, backups: true, departures: true, restarts: true, proxies: true },
  // No one would get mail about missing operators.
  ...{ startCommand: true, operators: false },
};

/** Milliseconds after which a condition that lasts is told again. */
const REMIND_AFTER = 24 * 3_600_000;

/** What comes and goes is told when it has lasted for so many times the patience in all. */
const IN_ALL = 2;

/** What comes and goes is over, and what was not told is forgotten, when the check has been ok for so many times the patience. */
const CALM = 5;

/** By what alerts are judged. */
interface Timing {
  now: Date;
  patience: Patience;
}

/** The alerts after a round of checks. Alerts of checks that are not in it stay as they are, until they are forgotten. */
export function observe(alerts: readonly Alert[], conditions: readonly Condition[], timing: Timing): Alert[] {
  const seen = new Map(conditions.map((condition) => [condition.check, condition]));
  const remembered = alerts.flatMap((alert) => asOfNow(notAhead(alert, timing.now), timing));
  const known = new Map(remembered.map((alert) => [alert.check, alert]));
  return [...new Set([...known.keys(), ...seen.keys()])].flatMap((check) => {
    const [alert, condition] = [known.get(check), seen.get(check)];
    if (condition === undefined) return alert ?? [];
    const { level, message, alarm } = condition;
    if (level === 'ok') return alert === undefined ? [] : whileOk(alert, timing);
    const matters = IS_TOLD[check] || alarm === true || (alert !== undefined && mustBeTold(alert));
    return matters ? whileWrong(alert ?? begun(check, level, timing.now), { level, message }, timing) : [];
  });
}

function begun(check: CheckName, level: Alert['level'], now: Date): Alert {
  return {
    ...{ check, level, message: null, since: now, againSince: now, before: 0 },
    ...{ due: false, told: null, elsewhere: false, okSince: null },
  };
}

function whileWrong(alert: Alert, found: Pick<Alert, 'level' | 'message'>, { now, patience }: Timing): Alert {
  const againSince = alert.okSince === null ? alert.againSince : now;
  const lasted = now.getTime() - againSince.getTime();
  const enough = patience(alert.check);
  const due = alert.due || lasted >= enough || alert.before + lasted >= IN_ALL * enough;
  return { ...alert, ...found, againSince, due, okSince: null };
}

function whileOk(alert: Alert, { now, patience }: Timing): Alert {
  if (alert.okSince !== null) return alert;
  // Not more: then it would be due, unless this process did not run for some of the time.
  const lasted = Math.min(now.getTime() - alert.againSince.getTime(), patience(alert.check));
  return { ...alert, before: alert.before + lasted, okSince: now };
}

/** What is left of an alert before a round of checks: nothing if it is forgotten. What others told ends without a mail. */
function asOfNow(alert: Alert, timing: Timing): Alert | [] {
  const left = alert.elsewhere && isOver(alert, timing) ? ended(alert) : alert;
  return !mustBeTold(left) && isOkFor(left, CALM, timing) ? [] : left;
}

/** Whether the operator must still be told that it is wrong, or that it is over. */
function mustBeTold({ due, told }: Alert): boolean {
  return due || told !== null;
}

/** Whether the check was ok in between. */
export function cameBack({ since, againSince }: Alert): boolean {
  return againSince > since;
}

function isOver(alert: Alert, timing: Timing): boolean {
  return mustBeTold(alert) && isOkFor(alert, cameBack(alert) ? CALM : 1, timing);
}

/** Whether the check has been ok for so many times the patience. */
function isOkFor({ check, okSince }: Alert, times: number, { now, patience }: Timing): boolean {
  return okSince !== null && now.getTime() - okSince.getTime() >= times * patience(check);
}

/** An alert whose end was told. It is remembered for a while, in case it comes back. */
function ended(alert: Alert): Alert {
  return { ...alert, before: 0, due: false, told: null, elsewhere: false };
}

/**
 * An alert without moments in the future: the clock was ahead when they were noted, and has been set right. What is told after
 * them would wait until then.
 */
function notAhead(alert: Alert, now: Date): Alert {
  const { since, againSince, told, okSince } = alert;
  const past = (moment: Date) => (moment > now ? now : moment);
  return {
    ...alert,
    since: past(since),
    againSince: past(againSince),
    told: told && { ...told, at: past(told.at) },
    okSince: okSince && past(okSince),
  };
}

/** What the operator should be told now; null if nothing. A mail that is sent names everything that is not ok. */
export function planMail(alerts: readonly Alert[], timing: Timing): AlertPlan | null {
  const lasting = lastingAmong(alerts);
  const over = alerts.filter((alert) => !alert.elsewhere && isOver(alert, timing));
  if (lasting.some(isNews)) return { lasting, over, reason: 'new' };
  if (over.length > 0) return { lasting, over, reason: 'over' };
  const isOld = ({ told }: Alert) =>
    told !== null && timing.now.getTime() - told.at.getTime() >= REMIND_AFTER;
  return lasting.some(isOld) ? { lasting, over, reason: 'reminder' } : null;
}

/** The conditions that are not over. */
export function lastingAmong(alerts: readonly Alert[]): Alert[] {
  return alerts.filter(({ okSince, message }) => okSince === null && message !== null);
}

function isNews({ due, told, level }: Alert): boolean {
  return due && (told === null || (told.level === 'warning' && level === 'down'));
}

/** The alerts after the mail of a plan was sent. */
export function afterMail(alerts: readonly Alert[], plan: AlertPlan, now: Date): Alert[] {
  const checksIn = (part: readonly Alert[]) => new Set(part.map(({ check }) => check));
  const [lasting, over] = [checksIn(plan.lasting), checksIn(plan.over)];
  const levels = new Map(plan.lasting.map(({ check, level }) => [check, level]));
  return alerts.map((alert) => {
    if (over.has(alert.check)) return ended(alert);
    const level = levels.get(alert.check);
    return lasting.has(alert.check) && level !== undefined
      ? { ...alert, due: true, told: { at: now, level }, elsewhere: false }
      : alert;
  });
}

/**
 * The alerts, given those of another process that checks the same server. What that one has told within the last day
 * is not told again. Its clock may be ahead a little, but what it told at a moment far in the future does not count.
 */
export function withTheirs(alerts: readonly Alert[], theirs: readonly Alert[], now: Date): Alert[] {
  return alerts.map((alert) => {
    const told = theirs.find(({ check, okSince }) => check === alert.check && okSince === null)?.told ?? null;
    const isRecent = told !== null && Math.abs(now.getTime() - told.at.getTime()) < REMIND_AFTER;
    const covers = isRecent && (told.level === 'down' || alert.level === 'warning');
    return covers && alert.okSince === null && isNews(alert) ? { ...alert, told, elsewhere: true } : alert;
  });
}
