import type pg from 'pg';

/** The jobs of one kind. */
export interface QueueCount {
  kind: string;
  /** Jobs that wait for their time or their turn. */
  waiting: number;
  running: number;
  /** Jobs that will not be tried again. */
  failed: number;
}

/** The jobs of the queue by kind, in alphabetical order. */
export async function queueCounts(pool: pg.Pool): Promise<QueueCount[]> {
  const { rows } = await pool.query<QueueCount>(
    `select task_identifier as kind,
       (count(*) filter (where locked_at is null and attempts < max_attempts))::int as waiting,
       (count(*) filter (where locked_at is not null))::int as running,
       (count(*) filter (where locked_at is null and attempts >= max_attempts))::int as failed
     from graphile_worker.jobs group by 1 order by 1`,
  );
  return rows;
}
