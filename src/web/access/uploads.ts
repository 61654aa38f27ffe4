import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../../database/generated/client.ts';
import { MAX_PDF_BYTES } from '../../printouts/filled/filled-pdf.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { signInFirst } from './route-access.ts';
import { createUploadPlaces } from './upload-places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The form of the route has a file; no other route takes forms of that kind. It checks, before anything of the form is read,
     * that the account may send it there, and throws if it may not. true: everyone who is signed in may.
     */
    upload?: true | ((request: FastifyRequest, account: Account) => Promise<void>);
    /** Nothing in the form of the route is read, so it may be of any kind. */
    ignoresForm?: true;
  }
}

/** The body of a form with a file: its fields as text, and the file. */
export interface UploadBody {
  /** The file in the field `file`; null if none was chosen. */
  file: Buffer | null;
  /** Whether the file is larger than any that is read; `file` is only its beginning then. */
  isTooLarge: boolean;
  [field: string]: string | Buffer | boolean | null;
}

const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 1_000;

/**
 * Takes forms with a file on the routes that set `config.upload`. They are read into memory as a whole: one file of limited
 * size, and a few short fields. Only so many are read at the same time, and none of someone who may not send it. Must be
 * registered after the sessions, and before what looks into the fields.
 */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      ...{ files: 1, fileSize: MAX_PDF_BYTES },
      ...{ fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 50 },
      ...{ parts: MAX_FIELDS + 1, headerPairs: 50 },
    },
  });
  const places = createUploadPlaces(app);
  app.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart() || request.routeOptions.config.ignoresForm) return;
    await checkSender(request).catch((error: unknown) => {
      // The rest is not read: the connection is closed with the answer.
      reply.header('connection', 'close');
      throw error;
    });
    await places.read(request, reply, () => readUpload(request));
  });
}

/** @throws if the route takes no files, or none of this sender */
async function checkSender(request: FastifyRequest): Promise<void> {
  const { upload } = request.routeOptions.config;
  if (!upload) throw new HttpError(415, 'unsupported', 'This address takes no files.');
  if (request.account === null) throw request.sessionFailure ?? signInFirst();
  if (upload !== true) await upload(request, request.account);
}

async function readUpload(request: FastifyRequest): Promise<UploadBody> {
  const body: UploadBody = { file: null, isTooLarge: false };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname.startsWith('_') && typeof part.value === 'string') body[part.fieldname] = part.value;
      continue;
    }
    const content = await part.toBuffer();
    if (part.fieldname !== 'file') continue;
    body.file = content.length === 0 ? null : content;
    body.isTooLarge = part.file.truncated;
  }
  return body;
}
