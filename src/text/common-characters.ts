/**
 * Text of letters and signs of Western languages alone: no control or format characters, nothing that combines, composed
 * (NFC), and each one column wide. Most texts are, and can be measured and printed without a closer look.
 */
export const COMMON_CHARACTERS =
  /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2600-\u2610]*$/;
