import type { MailBlock } from './mail-view.ts';

/** The guide to sheets and commands by mail. */
export const SHEET_GUIDE: readonly MailBlock[] = [
  {
    kind: 'list',
    heading: 'How to send a sheet by e-mail',
    items: [
      'Reply to a printout, a reminder or a receipt. Write after the colons of the sheet at its end: in the quoted text, or copy the lines above it. If there are orders above the quoted text, only these count, and they are the whole sheet.',
      'The lines can be in any order, and you can leave out what stays blank. Write states by code or by name, and amounts as 1200 or $1,200.',
      'A list goes on one line, such as “Fundraising trips: CA, NY, TX”. A row has its labels, such as “Campaign money 1: State CA; Amount 120”. The labels can be left out where it is clear what is meant: “Campaign money 1: CA 120”.',
      'Draw between two bars, as in |  o  |, one line each.',
      'You get a receipt that says what was read. If a line could not be read, nothing is changed: the receipt says what would be right, and which sheet counts.',
      'The address to which you reply is secret. It is for your seat and this turn only. Who has it can send your sheet, so do not forward these e-mails.',
    ],
  },
  {
    kind: 'list',
    heading: 'Commands: write one of them as the subject or as the first line',
    items: [
      'HELP: this guide.',
      'STATUS: the open turn, its due date, and what you have sent.',
      'SEND: your printout once more.',
      'FINAL: the sheet below it is final, also a quoted one that you filled in, or, without one, the sheet that counts. REOPEN takes it back.',
      'ADVANCE 5: the sheet below it is for turn 5. Without a sheet, you get the form. ADVANCE 5 NONE takes back what you stored.',
      'STANDING: the sheet below it is played whenever you send none. STANDING NONE takes it back.',
      'BLANK: you do want to send a blank sheet.',
    ],
  },
];
