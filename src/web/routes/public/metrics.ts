import type { FastifyInstance } from 'fastify';
import { registerMetrics } from '../../../operations/metrics/metrics-route.ts';
import type { WebContext } from '../../web-context.ts';

/** The metrics for Prometheus, if the operator has turned them on. */
export default async function metricsRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  if (deps.metrics !== undefined) registerMetrics(app, deps.metrics);
}
