import { drawnRightToLeft } from '../../drawing/bidi.ts';
import type { CirclesOp, HatchOp, Op, Segment, TextOp } from '../../drawing/operations.ts';
import { boundingBox } from '../../drawing/paths.ts';
import { fixedText } from './fixed-codes.ts';
import type { SetGlyph } from './own-font.ts';
import { number, rgb } from './syntax.ts';
import type { UsedFonts } from './used-fonts.ts';

/** How far the handles of a curve are from its ends, so that four curves make a circle, as a share of the radius. */
const CIRCLE = (4 * (Math.SQRT2 - 1)) / 3;

/**
 * Writes what is drawn on a page as PDF operators, in the coordinates of PDF, in which y grows upward. Fonts, colors and the
 * width of lines are set only when they change.
 */
export class PageContent {
  private text = '';
  private inText = false;
  private readonly height: number;
  private readonly fonts: UsedFonts;
  private readonly set = { font: '', fill: '', stroke: '', width: '', dash: '' };

  /** @param height of the page, in points */
  constructor(height: number, fonts: UsedFonts) {
    this.height = height;
    this.fonts = fonts;
  }

  /**
   * Draws operations that are one piece of the structure.
   * @param mark the type of the element and the number of the mark; null for decoration
   */
  drawMarked(mark: { type: string; id: number } | null, ops: readonly Op[]): void {
    // A mark is either within a block of text or around it. Texts of several marks share a block.
    if (ops.every((op) => op.kind === 'text')) this.beginText();
    else this.endText();
    this.text += mark === null ? '/Artifact BMC\n' : `/${mark.type}<</MCID ${mark.id}>>BDC\n`;
    const { inText } = this;
    for (const op of ops) this.draw(op);
    if (!inText) this.endText();
    this.text += 'EMC\n';
  }

  /** All that was drawn. */
  end(): string {
    this.endText();
    return this.text;
  }

  private draw(op: Op): void {
    if (op.kind === 'text') {
      this.beginText();
      this.drawText(op);
      return;
    }
    this.endText();
    switch (op.kind) {
      case 'line':
        this.setStroke(op.color, op.width, op.dash);
        this.text += `${number(op.x1)} ${this.y(op.y1)} m ${number(op.x2)} ${this.y(op.y2)} l S\n`;
        break;
      case 'rect':
        this.setLook(op);
        this.text += `${number(op.x)} ${this.y(op.y + op.h)} ${number(op.w)} ${number(op.h)} re ${painted(op)}\n`;
        break;
      case 'path':
        this.setLook(op);
        this.text += `${this.path(op.path)}${painted(op)}\n`;
        break;
      case 'hatch':
        this.drawHatch(op);
        break;
      case 'circles':
        this.setLook(op);
        this.text += `${this.circles(op)}${painted(op)}\n`;
        break;
    }
  }

  private beginText(): void {
    if (this.inText) return;
    this.text += 'BT\n';
    this.inText = true;
  }

  private endText(): void {
    if (!this.inText) return;
    this.text += 'ET\n';
    this.inText = false;
  }

  private drawText(op: TextOp): void {
    const text = op.rightToLeft ? drawnRightToLeft(op.text.trimEnd()) : op.text;
    if (text === '') return;
    this.setFill(op.color);
    const fixed = op.script === undefined ? fixedText(op.font, text) : null;
    if (fixed === null) {
      this.drawGlyphs(op, text);
      return;
    }
    this.setFont(this.fonts.fixed(op.font, fixed.tier), op.size);
    this.text += `1 0 0 1 ${number(op.x)} ${this.y(op.y)} Tm[${fixed.codes}]TJ\n`;
  }

  /** Draws text in codes of its own. A glyph that stands beside its place is put there by itself. */
  private drawGlyphs(op: TextOp, text: string): void {
    const face = op.script ?? op.font;
    const glyphs = this.fonts.ownFont(face).glyphsOf(text);
    this.setFont(this.fonts.ownName(face), op.size);
    const em = op.size / 1000;
    let { x } = op;
    let run: SetGlyph[] = [];
    let start = x;
    const drawRun = () => {
      if (run.length > 0) this.drawRun(run, start, op.y);
      run = [];
    };
    for (const glyph of glyphs) {
      const isBeside = glyph.xOffset !== 0 || glyph.yOffset !== 0;
      if (isBeside) {
        drawRun();
        this.drawRun([glyph], x + glyph.xOffset * em, op.y - glyph.yOffset * em);
      } else {
        if (run.length === 0) start = x;
        run.push(glyph);
      }
      x += glyph.advance * em;
    }
    drawRun();
  }

  private drawRun(glyphs: readonly SetGlyph[], x: number, y: number): void {
    const codes = glyphs.map(({ code, advance, width }) => {
      const kern = number(width - advance);
      return kern === '0' ? `<${code}>` : `<${code}>${kern}`;
    });
    this.text += `1 0 0 1 ${number(x)} ${this.y(y)} Tm[${codes.join('').replaceAll('><', '')}]TJ\n`;
  }

  private setFont(name: string, size: number): void {
    const font = `/${name} ${number(size)} Tf\n`;
    if (this.set.font === font) return;
    this.set.font = font;
    this.text += font;
  }

  private setFill(color: string): void {
    if (this.set.fill === color) return;
    this.set.fill = color;
    this.text += `${rgb(color)} rg\n`;
  }

  private setStroke(color: string, lineWidth: number, dashes: readonly number[] = []): void {
    if (this.set.stroke !== color) {
      this.set.stroke = color;
      this.text += `${rgb(color)} RG\n`;
    }
    const width = number(lineWidth);
    if (this.set.width !== width) {
      this.set.width = width;
      this.text += `${width} w\n`;
    }
    const dash = dashes.map(number).join(' ');
    if (this.set.dash !== dash) {
      this.set.dash = dash;
      this.text += `[${dash}]0 d\n`;
    }
  }

  private setLook(op: {
    fill?: string;
    stroke?: string;
    strokeWidth?: number;
    dash?: readonly number[];
  }): void {
    if (op.fill !== undefined) this.setFill(op.fill);
    if (op.stroke !== undefined) this.setStroke(op.stroke, op.strokeWidth ?? 1, op.dash);
  }

  private path(path: readonly Segment[]): string {
    let text = '';
    for (const part of path) {
      text +=
        part[0] === 'Z'
          ? 'h\n'
          : `${hundredths(part[1])} ${hundredths(this.height - part[2])} ${part[0] === 'M' ? 'm' : 'l'}\n`;
    }
    return text;
  }

  private circles({ centers, radius }: CirclesOp): string {
    return centers
      .map(([cx, cy]) => {
        const at = (x: number, y: number) =>
          `${number(cx + x * radius)} ${number(this.height - cy + y * radius)}`;
        const k = CIRCLE;
        return (
          `${at(-1, 0)} m ${at(-1, k)} ${at(-k, 1)} ${at(0, 1)} c ${at(k, 1)} ${at(1, k)} ${at(1, 0)} c ` +
          `${at(1, -k)} ${at(k, -1)} ${at(0, -1)} c ${at(-k, -1)} ${at(-1, -k)} ${at(-1, 0)} c h\n`
        );
      })
      .join('');
  }

  /** Draws slanting lines, clipped to the path. */
  private drawHatch(op: HatchOp): void {
    const [left, top, right, bottom] = boundingBox(op.path);
    const height = bottom - top;
    const from = hundredths(this.height - top);
    const to = hundredths(this.height - bottom);
    let lines = '';
    for (let x = Math.floor(left / op.spacing) * op.spacing; x < right + height; x += op.spacing) {
      lines += `${hundredths(x)} ${from} m ${hundredths(x - height)} ${to} l\n`;
    }
    // What is set here ends with Q.
    this.text += `q\n${this.path(op.path)}W n\n[]0 d ${number(op.width)} w ${rgb(op.color)} RG\n${lines}S\nQ\n`;
  }

  private y(value: number): string {
    return number(this.height - value);
  }
}

/** The coordinates of outlines and hatching, which have thousands of points. */
function hundredths(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The operator that paints what was outlined. */
function painted({ fill, stroke }: { fill?: string; stroke?: string }): string {
  if (fill !== undefined && stroke !== undefined) return 'B';
  if (fill !== undefined) return 'f';
  return stroke === undefined ? 'n' : 'S';
}
