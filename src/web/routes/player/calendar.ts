import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  accountOfCalendar,
  calendarFeedSince,
  removeCalendarFeed,
  renewCalendarFeed,
} from '../../../accounts/calendar-feed.ts';
import { dueDatesOf } from '../../../games/schedule/due-dates-view.ts';
import { calendarOfDates } from '../../../mail/outbound/calendar-invite.ts';
import { gmGameLink, sheetLink } from '../../../mail/outbound/links.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/account/calendar';

const CalendarParams = z.object({ token: z.string().max(100) });

/** The private calendar of an account: its page, and the address that calendar programs read. */
export default async function calendarRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx, publicUrl } = deps;
  const config = { access: 'account' as const };

  app.get(PATH, { config }, async (request, reply) => {
    const view: CalendarView = { since: await calendarFeedSince(ctx, accountOf(request).id), address: null };
    return reply.page('account/calendar', { title: 'Your calendar', ...view });
  });

  // The address is shown once, in the answer to the form: only its hash is stored.
  app.post(PATH, { config }, async (request, reply) => {
    const token = await renewCalendarFeed(ctx, accountOf(request).id);
    const view: CalendarView = { since: ctx.now(), address: `${publicUrl}/calendar/${token}.ics` };
    return reply.page('account/calendar', { title: 'Your calendar', ...view });
  });

  app.post(`${PATH}/remove`, { config }, async (request, reply) => {
    await removeCalendarFeed(ctx, accountOf(request).id);
    return reply.done(PATH, 'calendar-removed');
  });

  const open = { access: 'anyone' as const, session: false as const, costly: 'game' as const };
  app.get('/calendar/:token.ics', { config: open }, async (request, reply) => {
    const account = await accountOfCalendar(ctx, readParams(CalendarParams, request).token);
    if (account === null) throw notFound('There is no calendar at this address, or it was replaced.');
    const dates = await dueDatesOf(ctx, account.id);
    const text = calendarOfDates(
      dates.map(({ role, game, ...date }) => ({
        ...date,
        game,
        role,
        link: role === 'gm' ? gmGameLink(publicUrl, game) : sheetLink(publicUrl, game),
      })),
      { stamp: ctx.now(), domain: ctx.mailDomain },
    );
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}

/** The page, as templates/web/account/calendar.eta prints it. */
interface CalendarView {
  /** When the address was made; null if there is none. */
  since: Date | null;
  /** The new address; null but in the answer to the form that makes it. */
  address: string | null;
}
