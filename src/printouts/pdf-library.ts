import { createRequire } from 'node:module';
import type * as types from '@cantoo/pdf-lib';

/*
 * What is used of @cantoo/pdf-lib, which reads and changes PDFs. As an ES module the package has hundreds of files, each of which
 * passes through what teaches Node.js TypeScript: more than a second of work, for each process that reads a PDF of a player. As
 * CommonJS it takes half as long.
 */

export const {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
}: typeof types = createRequire(import.meta.url)('@cantoo/pdf-lib');

export type PDFArray = types.PDFArray;
export type PDFDict = types.PDFDict;
export type PDFDocument = types.PDFDocument;
export type PDFObject = types.PDFObject;
