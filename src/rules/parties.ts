/** One of the two parties: `D` for the Democrats, `R` for the Republicans. */
export type Party = 'D' | 'R';

/** Both parties, Democrats first. */
export const PARTIES = ['D', 'R'] as const satisfies readonly Party[];

/** The members of each party in words. */
export const PARTY_NAMES: Readonly<Record<Party, string>> = { D: 'Democrats', R: 'Republicans' };

/** One member of each party in words. */
export const PARTY_MEMBER: Readonly<Record<Party, string>> = { D: 'Democrat', R: 'Republican' };

/** Each party as an adjective. */
export const PARTY_ADJECTIVE: Readonly<Record<Party, string>> = { D: 'Democratic', R: 'Republican' };

/** The other party. */
export function otherParty(party: Party): Party {
  return party === 'D' ? 'R' : 'D';
}
