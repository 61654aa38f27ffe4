import { createRequire } from 'node:module';
import type * as types from '@cantoo/pdf-lib';

/*
 * The parts of @cantoo/pdf-lib, which reads and changes PDFs, that this program uses. The ES module version of the package has hundreds
 * of files, and each passes through the TypeScript loader: that takes more than a second of CPU time in each process that reads a
 * player's PDF. The CommonJS version takes half as long.
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
