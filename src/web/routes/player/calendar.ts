import type { FastifyInstance, FastifyReply } from 'fastify';
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
import type { Problem } from '../../../rules/sheet.ts';
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
    return show(reply, { since: await calendarFeedSince(ctx, accountOf(request).id) });
  });

  // The address is shown once, in the answer to the form: only its hash is stored.
  app.post(PATH, { config }, async (request, reply) => {
    const session = { accountId: accountOf(request).id, token: request.sessionToken ?? '' };
    const made = await renewCalendarFeed(ctx, session);
    if (!made.ok) {
      reply.code(422);
      return show(reply, { since: await calendarFeedSince(ctx, session.accountId), problems: made.problems });
    }
    return show(reply, { since: ctx.now(), address: `${publicUrl}/calendar/${made.value}.ics` });
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
  /** The same address as a link that calendar programs open to subscribe; null like it. */
  subscribe: string | null;
  problems: readonly Problem[];
}

function show(
  reply: FastifyReply,
  {
    since,
    address = null,
    problems = [],
  }: Pick<CalendarView, 'since'> & Partial<Omit<CalendarView, 'subscribe'>>,
): FastifyReply {
  const subscribe = address === null ? null : address.replace(/^https?:/, 'webcal:');
  const view: CalendarView = { since, address, subscribe, problems };
  return reply.page('account/calendar', { title: 'Your calendar', scripts: ['copy-text.js'], ...view });
}
