import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The content of a PDF. */
export interface ReadPdf {
  /** The text of each page, in the order in which it is drawn. */
  pages: string[];
  info: Record<string, unknown>;
  /** The roles in the structure tree of each page, in order. */
  roles: string[][];
  /** The titles of the bookmarks. */
  outline: string[];
}

interface StructItem {
  role?: string;
  children?: StructItem[];
}

/** Reads a PDF with pdf.js. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  const roles: string[][] = [];
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n);
    const content = await page.getTextContent();
    pages.push(
      content.items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    );
    roles.push(rolesOf((await page.getStructTree()) as StructItem | null));
  }
  const { info } = await document.getMetadata();
  const outline = ((await document.getOutline()) ?? []).map((item) => item.title);
  await task.destroy();
  return { pages, info: info as Record<string, unknown>, roles, outline };
}

function rolesOf(item: StructItem | null): string[] {
  if (item === null) return [];
  return [...(item.role === undefined ? [] : [item.role]), ...(item.children ?? []).flatMap(rolesOf)];
}
