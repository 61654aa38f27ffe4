import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a reader finds in a PDF. */
export interface ReadPdf {
  /** The text of each page in the order of its content. */
  pages: string[];
  info: Record<string, unknown>;
  /** Structure roles of each page, in order. */
  roles: string[][];
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
