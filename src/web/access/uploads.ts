import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_PDF_BYTES } from '../../printouts/filled/filled-pdf.ts';
import { HttpError } from '../rendering/http-errors.ts';
import { signInFirst } from './route-access.ts';
import { createUploadPlaces } from './upload-places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** true: the form of the route has a file. No other route takes forms of that kind. */
    upload?: true;
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
 * size, and a few short fields. Only so many are read at the same time, and none of someone who is not signed in. Must be registered after the sessions, and before what looks into the
 * fields.
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
    if (!request.isMultipart()) return;
    if (!request.routeOptions.config.upload) {
      throw new HttpError(415, 'unsupported', 'This address takes no files.');
    }
    if (request.account === null) {
      // The rest is not read: the connection is closed with the answer.
      reply.header('connection', 'close');
      throw request.sessionFailure ?? signInFirst();
    }
    await places.take(request, reply);
    places.check(request);
    request.body = await readUpload(request);
    places.check(request);
  });
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
