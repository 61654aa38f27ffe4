/**
 * The condition, in SQL, that an account had the seat of a paper sheet when the sheet was entered, as far as it is known: no
 * one else was the last to get the seat before. A person may have had it between two times of the same player.
 * @param sheet the alias of the row of the sheet
 * @param account the account, in SQL
 */
export function hadSeatAt(sheet: string, account: string): string {
  return `coalesce((
    select c."accountId" is not distinct from ${account} from "SeatChange" c
    where c."seatId" = ${sheet}."seatId" and c."kind" <> 'gaveUp' and c."at" <= ${sheet}."receivedAt"
    order by c."at" desc, c."id" desc limit 1
  ), true)`;
}
