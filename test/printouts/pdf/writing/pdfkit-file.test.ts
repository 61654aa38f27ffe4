import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { ObjectList } from '../../../../src/printouts/pdf/writing/objects.ts';
import { beginFile, type Inner } from '../../../../src/printouts/pdf/writing/pdfkit-file.ts';

/* What pdfkit-file.ts uses of pdfkit without being documented. If one of these fails after an update, read that file. */

const INFO = { title: 'A & B', author: 'A', subject: 'S', created: new Date('2026-11-21T08:00:00Z') };

function packageOf(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

describe('the parts of pdfkit that it does not document', () => {
  const doc = new PDFDocument({
    autoFirstPage: false,
    font: null as unknown as string,
    tagged: true,
  }) as unknown as Inner & { ref(data: object): { id: number; end(): void } };

  test('are those of the one version that package.json allows', () => {
    const { dependencies } = packageOf('../../../../package.json');
    expect(dependencies.pdfkit).toMatch(/^~0\.20\.\d+$/);
    const { version } = packageOf('../../../../node_modules/pdfkit/package.json');
    expect(satisfies(version, dependencies.pdfkit)).toBe(true);
  });

  test('give each object the next number and note where it begins', () => {
    const before = doc._offsets.length;
    const ref = doc.ref({ A: 1 });
    expect(ref.id).toBe(before + 1);
    expect(doc._offsets[before]).toBeNull();
    const { _offset } = doc;
    ref.end();
    expect(doc._offsets[before]).toBe(_offset);
    expect(doc._offset).toBeGreaterThan(_offset);
  });

  test('write bytes as they are', () => {
    const { _offset } = doc;
    doc._write(Buffer.from([0, 128, 255]));
    expect(doc._offset).toBe(_offset + 3);
  });

  test('have the catalog, the list of pages and the structure where they were', () => {
    const { Pages, StructTreeRoot } = doc._root.data;
    expect(Pages.data).toMatchObject({ Type: 'Pages', Count: 0, Kids: [] });
    expect(Pages.id).toBeGreaterThan(0);
    expect(StructTreeRoot.data).toMatchObject({ Type: 'StructTreeRoot', ParentTreeNextKey: 0 });
    expect(StructTreeRoot.data).toHaveProperty('ParentTree');
    expect(doc.endAcroForm).toBeTypeOf('function');
  });
});

describe('a file that pdfkit writes around finished objects', () => {
  const structure = { nextKey: 1 };
  const size = { width: 300, height: 400 };

  /** A file of one page with nothing on it. */
  async function smallFile(): Promise<string> {
    const file = beginFile(INFO);
    const [page, root, parentTree] = [file.reserve(1), file.reserve(1), file.reserve(1)];
    const objects = new ObjectList();
    objects.add(parentTree, '<</Nums[0[]]>>');
    objects.add(page, `<</Type/Page/Parent ${file.pagesObject} 0 R/MediaBox[0 0 300 400]/Resources<<>>>>`);
    objects.add(root, `<</S/Document/P ${file.structureObject} 0 R/K[]>>`);
    file.write(objects.written());
    const bytes = await file.end({
      pages: [page],
      size,
      bookmarks: [{ title: 'Añejo', page: 0 }],
      structure: { root, parentTree, ...structure },
      form: null,
    });
    return bytes.toString('latin1');
  }

  test('has each object where its table says', async () => {
    const text = await smallFile();
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const [head, count] = text.slice(start).split('\n').slice(0, 2) as [string, string];
    expect(head).toBe('xref');
    const entries = text.slice(start).split('\n').slice(3);
    for (let object = 1; object < Number(count.split(' ')[1]); object++) {
      const offset = Number(entries[object - 1]?.slice(0, 10));
      expect(text.slice(offset, offset + 12)).toContain(`${object} 0 obj`);
    }
  });

  test('refers to its pages, its outline and its structure', async () => {
    const text = await smallFile();
    expect(text).toMatch(/\/Type \/Pages\n\/Count 1\n\/Kids \[\d+ 0 R\]/);
    expect(text).toMatch(/\/Dest \[\d+ 0 R \/Fit\]/);
    expect(text).toMatch(/\/ParentTree \d+ 0 R\n\/ParentTreeNextKey 1\n\/K \[\d+ 0 R\]/);
  });

  test('is refused if an object is missing', () => {
    const file = beginFile(INFO);
    const [page, root, parentTree] = [file.reserve(1), file.reserve(1), file.reserve(1)];
    const objects = new ObjectList();
    objects.add(page, '<</Type/Page>>');
    file.write(objects.written());
    const parts = {
      pages: [page],
      size,
      bookmarks: [],
      structure: { root, parentTree, ...structure },
      form: null,
    };
    expect(() => file.end(parts)).toThrow('was never written');
  });
});
