import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A piece of text and where it stands, in points from the upper left corner of the page. */
export interface PlacedText {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface PageText {
  texts: PlacedText[];
}

/** The texts of each page of a PDF. */
export async function pagesOf(pdf: Buffer): Promise<PageText[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: PageText[] = [];
  for (let i = 1; i <= document.numPages; i += 1) {
    const page = await document.getPage(i);
    const { height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item): PlacedText[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size, x, y] = item.transform as number[] as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const base = height - y;
      return [
        { text: item.str, left: x, right: x + item.width, top: base - 0.8 * size, bottom: base + 0.2 * size },
      ];
    });
    pages.push({ texts });
  }
  await document.destroy();
  return pages;
}
