import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { GameEventType } from '../../database/generated/client.ts';
import { newId } from '../../database/new-id.ts';
import { enqueueJobs, type JobDraft } from '../../database/outbox.ts';
import { statement } from '../../database/sql.ts';
import { NEW_TURN, type WholeGame } from '../game/game-store.ts';
import { timeOfLaterDates } from '../schedule/moved-dates.ts';
import { datedJobs } from '../schedule/schedule-jobs.ts';
import { missesOfNextTurnCountFrom } from '../schedule/short-notice.ts';
import { announce, announceEnd } from '../webhooks/announce.ts';

/** Sets the columns of `NEW_TURN`, and from when misses count. The state is copied from the record of the turn, which has been written. */
const openTurn = statement<
  never,
  [
    ...[gameId: string, turn: number, attempt: number, due: Date | null, over: boolean, at: Date],
    ...[by: number | null, events: string, dueTime: string | null, countFrom: Date | null],
  ]
>(
  'open-next-turn',
  `with "opened" as (
    update "Game" set "turn" = $2::int + 1,
      "status" = case when $5::boolean then 'over' else "status" end,
      "endedAt" = case when $5::boolean then $6::timestamptz else "endedAt" end
    where "id" = $1::uuid
  ), "scheduled" as (
    update "GameSchedule" set "due" = $4::timestamptz, "dueTime" = $9::text,
      "earlyProcessingAt" = null, "timesReopened" = 0, "timesExtended" = 0, "missesExcused" = false,
      "missesCountFrom" = $10::timestamptz, "turnGraceHours" = null
    where "gameId" = $1::uuid
  ), "logged" as (
    insert into "GameEvent" ("id", "gameId", "at", "accountId", "type", "detail")
    select e."id", $1::uuid, $6::timestamptz, $7::int, e."type"::"GameEventType", 'turn ' || $2::int
    from json_to_recordset($8::json) as e ("id" uuid, "type" text)
  )
  update "GameState" set "state" = (
    select t."state" from "Turn" t
    where t."gameId" = $1::uuid and t."turn" = $2::int and t."attempt" = $3::int
  )
  where "gameId" = $1::uuid`,
);

/**
 * Opens the next turn of a locked game, or ends the game. In a game that is over, `game.turn` is one more than its last
 * turn.
 * @param played.attempt how often the turn has been recorded
 * @param played.jobs the other jobs to enqueue
 * @param played.hasWebhooks whether anything is called when something happens in the game
 */
export async function openNextTurn(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  played: {
    attempt: number;
    over: boolean;
    due: Date | null;
    by: number | null;
    jobs: readonly JobDraft[];
    hasWebhooks: boolean;
  },
): Promise<void> {
  const { attempt, over, due, by } = played;
  const { id: gameId, turn } = game;
  const types: GameEventType[] = over ? ['turnProcessed', 'gameOver'] : ['turnProcessed'];
  const events = JSON.stringify(types.map((type) => ({ id: newId(), type })));
  // If the clock skips the time of day of this date, later dates go back to it.
  const dueTime = due === null ? game.dueTime : timeOfLaterDates(game, due);
  const now = ctx.now();
  const countFrom = await missesOfNextTurnCountFrom(tx, gameId, { due, now });
  await openTurn(tx, ...([gameId, turn, attempt, due, over, now, by, events, dueTime, countFrom] as const));
  const status = over ? ('over' as const) : game.status;
  const { jobs, dropped } = datedJobs(ctx, { ...game, ...NEW_TURN, turn: turn + 1, due, status });
  await enqueueJobs(tx, [...played.jobs, ...jobs], dropped);
  if (!played.hasWebhooks) return;
  if (over) return await announceEnd(tx, ctx, gameId, turn);
  await announce(tx, ctx, { gameId, event: 'turn.processed', turn });
  await announce(tx, ctx, { gameId, event: 'turn.open', turn: turn + 1, due });
}
