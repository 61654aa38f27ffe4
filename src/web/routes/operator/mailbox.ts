import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { isFor, type Mailbox, type MailSummary, type StoredMail } from '../../../mail/mailbox/mailbox.ts';
import { escapeHtml } from '../../../text/escape.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const MailParams = z.object({ id: z.string().max(64) });
const AttachmentParams = MailParams.extend({ index: z.coerce.number().int().min(0).max(99) });

/**
 * The content of a mail is not trusted: no scripts, no requests, no forms, and an origin of its own. Its links open
 * in a new page.
 */
const MAIL_CSP = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * The built-in mailbox. People see the mail to their own address; the operator sees all mail except private letters,
 * printouts and receipts for others. There are no such pages if an SMTP server is configured.
 */
export default async function mailboxRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { mailbox } = deps;
  if (mailbox === null) return;

  app.get('/mailbox', { config: { access: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const filter = account.operator ? {} : { recipient: account.email };
    const mails = (await mailbox.list({ limit: 500, ...filter })).filter((mail) => canSee(account, mail));
    const view: MailboxView = {
      scope: account.operator
        ? 'As the operator, you see all mail except letters, printouts and receipts for other players.'
        : `You see the mail to ${account.email}.`,
      mails: mails.map(({ id, subject, to, date }) => ({ id, subject: subject || NO_SUBJECT, to, date })),
    };
    return reply.page('operator/mailbox', { title: 'Mailbox', ...view });
  });

  app.get('/mailbox/:id', { config: { access: 'account' } }, async (request, reply) => {
    const mail = await readMail(mailbox, request);
    const view: MailView = mailView(mail, deps.publicUrl);
    return reply.page('operator/mail', { title: view.subject, ...view });
  });

  app.get('/mailbox/:id/html', { config: { access: 'account' } }, async (request, reply) => {
    const mail = await readMail(mailbox, request);
    if (mail.html === null) throw notFound('This e-mail has no HTML part.');
    reply.header('content-security-policy', MAIL_CSP).header('x-frame-options', 'SAMEORIGIN');
    return reply.type('text/html; charset=utf-8').send(openLinksInNewPage(mail.html));
  });

  app.get('/mailbox/:id/attachments/:index', { config: { access: 'account' } }, async (request, reply) => {
    const { index } = readParams(AttachmentParams, request);
    const attachment = (await readMail(mailbox, request)).attachments[index];
    if (attachment === undefined) throw notFound('This e-mail has no such attachment.');
    return reply
      .header('content-disposition', dispositionOf(attachment.filename))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type(safeType(attachment.mimeType))
      .send(attachment.content);
  });
}

const NO_SUBJECT = '(no subject)';

/** The list of mails, as templates/web/operator/mailbox.eta prints it. */
interface MailboxView {
  /** Which mail the reader sees. */
  scope: string;
  mails: { id: string; subject: string; to: string; date: Date }[];
}

/** One mail, as templates/web/operator/mail.eta prints it. */
interface MailView {
  subject: string;
  from: string;
  to: string;
  receivedAt: Date;
  attachments: { href: string; name: string; size: string }[];
  /** The address of the HTML part; null if there is none. */
  html: string | null;
  /** The plain text as HTML, with links to this server. */
  text: string;
}

function mailView(mail: StoredMail, publicUrl: string): MailView {
  const path = `/mailbox/${mail.id}`;
  return {
    subject: mail.subject || NO_SUBJECT,
    from: mail.from,
    to: mail.to,
    receivedAt: mail.date,
    attachments: mail.attachments.map(({ filename, content }, index) => ({
      href: `${path}/attachments/${index}`,
      name: filename || `Attachment ${index + 1}`,
      size: `${Math.ceil(content.length / 1024)} kB`,
    })),
    html: mail.html === null ? null : `${path}/html`,
    text: linkedText(mail.text ?? '', publicUrl),
  };
}

/** @throws a 404 if there is no such mail, or the reader must not see it */
async function readMail(mailbox: Mailbox, request: FastifyRequest): Promise<StoredMail> {
  const { id } = readParams(MailParams, request);
  const mail = await mailbox.read(id);
  if (mail === null || !canSee(accountOf(request), mail)) throw notFound('There is no such e-mail.');
  return mail;
}

function canSee(account: Account, mail: MailSummary): boolean {
  return (account.operator && !mail.isPrivate) || isFor(mail, account.email);
}

/** Makes the links of a mail open in a new page instead of its frame. */
function openLinksInNewPage(html: string): string {
  const base = '<base target="_blank">';
  const head = /<head[^<>]*>/i;
  return head.test(html) ? html.replace(head, (found) => found + base) : base + html;
}

/** Text as HTML. Addresses of this server become links; other addresses do not. */
export function linkedText(text: string, publicUrl: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/g);
  const isOurs = (part: string) => part === publicUrl || part.startsWith(`${publicUrl}/`);
  return parts
    .map((part) =>
      isOurs(part) ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

/** RFC 6266: the file name in plain ASCII, and in full as UTF-8. */
function dispositionOf(filename: string): string {
  const plain = filename.replace(/[^\w.() -]+/g, '_');
  const full = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

function safeType(type: string): string {
  return /^(application\/pdf|text\/calendar|image\/(png|jpeg))$/.test(type)
    ? type
    : 'application/octet-stream';
}
