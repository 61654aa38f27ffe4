/** The part of bidi-js that is used; the package has no types. */
declare module 'bidi-js' {
  interface Bidi {
    /** The embedding level of each UTF-16 unit: odd ones are written from right to left. */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { levels: Uint8Array };
    /** The character that mirrors another, such as a bracket; null if none does. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
