import type { CallView, WebhookView } from '../../games/webhooks/webhooks-view.ts';
import { formatDateTime } from '../../text/dates.ts';

/** A webhook as templates/web/public/webhook-calls.eta prints it. */
export interface WebhookLines {
  id: string;
  service: string;
  address: string;
  /** When the server stopped calling it, as a date; null if it does call it. */
  disabled: string | null;
  calls: { what: string; at: string; came: string }[];
}

const SERVICES: Record<WebhookView['kind'], string> = {
  program: 'Program',
  discord: 'Discord',
  slack: 'Slack',
};

const EVENTS: Record<string, (turn: number) => string> = {
  'turn.open': (turn) => `Turn ${turn} is open`,
  'turn.reminder': (turn) => `Reminder of turn ${turn}`,
  'turn.processed': (turn) => `Turn ${turn} is processed`,
  'turn.due': (turn) => `New due date of turn ${turn}`,
  'game.over': () => 'The game is over',
  test: () => 'Test',
};

/** A webhook in words, with its last calls. Times are in the reader's zone. */
export function webhookLines(webhook: WebhookView, zone: string): WebhookLines {
  const { id, kind, address, disabledAt, calls } = webhook;
  return {
    ...{ id, service: SERVICES[kind], address },
    disabled: disabledAt && formatDateTime(disabledAt, zone),
    calls: calls.map((call) => ({
      what: EVENTS[call.event]?.(call.turn) ?? call.event,
      at: formatDateTime(call.createdAt, zone),
      came: outcomeOf(call, zone),
    })),
  };
}

function outcomeOf({ status, attempts, outcome, nextAttempt }: CallView, zone: string): string {
  if (status === 'taken') return 'Taken';
  // An attempt is counted before it is made.
  if (outcome === null && status === 'waiting') return 'On its way';
  if (attempts === 0) return outcome ?? '';
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (status === 'failed') return `Given up after ${tries}. ${outcome ?? ''}`.trim();
  const next = nextAttempt === null ? '' : ` The next one: ${formatDateTime(nextAttempt, zone)}.`;
  return `${tries} failed. ${outcome ?? ''}${next}`;
}
