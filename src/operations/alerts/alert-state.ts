import type { CheckName, Condition } from '../health.ts';

/*
 * Which conditions the operator is told about, and when, as pure functions. An alert begins when a check is not ok. It
 * becomes due when it has lasted for a while, is told, told again every day, and told once more when it is over.
 */

/** A condition that is not ok, or has been until a moment ago. */
export interface Alert {
  check: CheckName;
  level: 'warning' | 'down';
  /** The sentence of the condition; null if this process has not seen the condition itself yet. */
  message: string | null;
  since: Date;
  /** Whether it has lasted long enough to be told, even if it is over by the time that mail can be sent. */
  due: boolean;
  /** When the operator was last told, and of what; null if never. */
  told: { at: Date; level: 'warning' | 'down' } | null;
  /** Whether another process of this server told the operator, and will say when it is over. */
  elsewhere: boolean;
  /** Since when the check is ok again; null while the condition lasts. */
  okSince: Date | null;
}

/** Milliseconds for which a condition must last before it is told, and be over before that is told. */
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
  ...{ database: true, disk: true, workers: true, clock: true, held: false, mail: true, mailIn: true },
  ...{ deadlines: true, backups: true, departures: true, restarts: true, proxies: true },
  // No one would get mail about missing operators.
  ...{ startCommand: true, operators: false },
};

/** Milliseconds after which a condition that lasts is told again. */
const REMIND_AFTER = 24 * 3_600_000;

/** The alerts after a round of checks. Alerts of checks that are not in it stay as they are. */
export function observe(
  alerts: readonly Alert[],
  conditions: readonly Condition[],
  { now, patience }: { now: Date; patience: Patience },
): Alert[] {
  const seen = new Map(conditions.map((condition) => [condition.check, condition]));
  const known = new Map(alerts.map((alert) => [alert.check, notAhead(alert, now)]));
  const alarms = conditions.filter(({ alarm }) => alarm === true).map(({ check }) => check);
  const checks = new Set([...known.keys(), ...[...seen.keys()].filter((check) => IS_TOLD[check]), ...alarms]);
  return [...checks].flatMap((check) => {
    const [alert, condition] = [known.get(check), seen.get(check)];
    if (condition === undefined) return alert ?? [];
    if (condition.level !== 'ok') {
      const { level, message } = condition;
      const begun = alert ?? { check, since: now, due: false, told: null, elsewhere: false };
      const due = begun.due || now.getTime() - begun.since.getTime() >= patience(check);
      return { ...begun, level, message, due, okSince: null };
    }
    const mustBeTold = alert !== undefined && !alert.elsewhere && (alert.due || alert.told !== null);
    return mustBeTold ? { ...alert, okSince: alert.okSince ?? now } : [];
  });
}

/**
 * An alert without moments in the future: the clock was ahead when they were noted, and has been set right. What is told after
 * them would wait until then.
 */
function notAhead(alert: Alert, now: Date): Alert {
  const { since, told, okSince } = alert;
  const past = (moment: Date) => (moment > now ? now : moment);
  return {
    ...alert,
    since: past(since),
    told: told && { ...told, at: past(told.at) },
    okSince: okSince && past(okSince),
  };
}

/** What the operator should be told now; null if nothing. A mail that is sent names everything that is not ok. */
export function planMail(
  alerts: readonly Alert[],
  { now, patience }: { now: Date; patience: Patience },
): AlertPlan | null {
  const lasting = alerts.filter(({ okSince, message }) => okSince === null && message !== null);
  const over = alerts.filter(
    ({ okSince, check }) => okSince !== null && now.getTime() - okSince.getTime() >= patience(check),
  );
  if (lasting.some(isNews)) return { lasting, over, reason: 'new' };
  if (over.length > 0) return { lasting, over, reason: 'over' };
  const isOld = ({ told }: Alert) => told !== null && now.getTime() - told.at.getTime() >= REMIND_AFTER;
  return lasting.some(isOld) ? { lasting, over, reason: 'reminder' } : null;
}

function isNews({ due, told, level }: Alert): boolean {
  return due && (told === null || (told.level === 'warning' && level === 'down'));
}

/** The alerts after the mail of a plan was sent. */
export function afterMail(alerts: readonly Alert[], plan: AlertPlan, now: Date): Alert[] {
  const checksIn = (part: readonly Alert[]) => new Set(part.map(({ check }) => check));
  const [lasting, over] = [checksIn(plan.lasting), checksIn(plan.over)];
  const levels = new Map(plan.lasting.map(({ check, level }) => [check, level]));
  return alerts
    .filter(({ check }) => !over.has(check))
    .map((alert) => {
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
