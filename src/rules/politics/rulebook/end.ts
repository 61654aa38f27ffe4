import { items, rule, section, table } from '../../rulebook-builder.ts';

/** PTG-7: the end of the game. */
export const endSection = section('PTG-7', 'The end and the standings', {
  rules: [
    rule(
      'PTG-7.1',
      'Standings',
      'The president is first. After a runoff its loser is second; after Speed Play the others follow, the last one out first. ' +
        'All others are ranked by electoral votes, then popular votes, then cash. Full ties share a place.',
    ),
    rule('PTG-7.2', 'How the president was found', 'By majority, by runoff, or by Speed Play.'),
  ],
});

/** PTG-8: what is kept of a game, and what is secret. */
export const stateSection = section('PTG-8', 'What is known and what is secret', {
  rules: [
    rule('PTG-8.1', 'Turns', 'Printouts are numbered by sets of sheets; campaign turns are counted apart.'),
    rule(
      'PTG-8.2',
      'Of each candidate',
      'Place, cash, popular and electoral votes, cards, coming rolls, rests in a row, debts, and questions that wait for answers.',
    ),
    rule(
      'PTG-8.3',
      'Of the table',
      'The holder of each chip, both decks, the cards played, the questions used, the shows, and the press.',
    ),
    rule(
      'PTG-8.4',
      'Of runoff and Speed Play',
      'The candidates, the questions and results of each set, and for Speed Play the ladder, the answers, and who is out.',
    ),
    rule(
      'PTG-8.5',
      'The record of a turn',
      'Homes, offers, help, answers, shows, cards, votes to adjourn, moves, rests, Wildcards, debts, and every change of cash, ' +
        'votes, and chips with its reason.',
    ),
    rule(
      'PTG-8.6',
      'Secrets',
      items(
        'both decks, and a hand, which its holder sees;',
        'which card a show has: a task is known to its performer only; on stage, the task of a stunt or recital is printed with it;',
        'the right choice of a question that waits for its answer, and written answers until their round is over;',
        'sheets before they are processed, and for ever help and advice that came to nothing.',
      ),
      'Everything else is public, cash included.',
    ),
  ],
});

/** PTG-9: the printout. */
export const printoutSection = section('PTG-9', 'The printout', {
  intro: ['Each candidate gets one after every processing. That of the public lacks PTG-9.3 and PTG-9.4.'],
  rules: [
    rule(
      'PTG-9.1',
      'Head',
      'Game, turn, due date, candidate, the order of this turn, and the campaign turns that are left.',
    ),
    rule(
      'PTG-9.2',
      'The race',
      'All candidates with chips, electoral and popular votes, cash, debts, and rests, a bar for each against 270, and who would ' +
        'meet whom in a runoff.',
    ),
    rule(
      'PTG-9.3',
      'You',
      'Where your cash, votes, and chips came from, your Gerrymander cards and what they lack, your rolls, and what is in reach.',
    ),
    rule(
      'PTG-9.4',
      'Your questions and your task',
      'With its phrase and taboo stems, and what it costs not to perform.',
    ),
    rule(
      'PTG-9.5',
      'Everyone’s questions',
      'With their choices and offers. Any candidate may sell help; any may lie.',
    ),
    rule('PTG-9.6', 'The stage', 'Each performance in full, and what the others are to do.'),
    rule(
      'PTG-9.7',
      'What happened',
      'Stop by stop, with all answers given, the right ones, deals, and cards.',
    ),
    rule('PTG-9.8', 'Solutions of shows', 'Phrases, guesses, and objections with their reasons and names.'),
    rule(
      'PTG-9.9',
      'The map',
      'States by holder, candidates, and their last moves; from turn 3 on charts of votes.',
    ),
    rule('PTG-9.10', 'Table of states', 'Votes, holder, how often asked, and neighbors.'),
    rule('PTG-9.11', 'Press', 'The press releases of this turn.'),
    rule(
      'PTG-9.12',
      'First and last',
      'The first printout has the rolls for the picking and the dealt cards. In a runoff or Speed Play the questions are ' +
        'printed for everyone, and afterwards all answers.',
    ),
    rule(
      'PTG-9.13',
      'The turn sheet',
      'One page with your questions, labels, shows, cards, and rolls filled in.',
    ),
  ],
});

/** PTG-10: what was changed for mail. */
export const mailSection = section('PTG-10', 'Adapted for mail', {
  intro: [
    table(
      'Changes',
      ['At the table', 'By mail'],
      [
        [
          'a turn is a roll, a move, and a question',
          'a sheet answers the last questions and orders the next moves',
        ],
        ['one candidate after the other', 'all sheets at once, worked off in an order that moves on'],
        ['an hourglass', 'none: looking answers up is a matter of honor, and hard questions pay more'],
        ['friends whisper an answer', 'help is offered and bought on sheets, and may be poisoned'],
        ['mimes, drawings, and stunts', 'told, drawn with signs, or done at home and reported'],
        ['a judge says so', 'silence approves; an objection needs a reason and is printed with its name'],
        ['the bank and the Speaker of the House', 'the server'],
      ],
    ),
    'A performance of several words is the player’s own. It is printed for all, so keep it fit for everyone to read.',
  ],
});

/** PTG-13: how computer candidates play. */
export const computerSection = section('PTG-13', 'Computer candidates', {
  rules: [
    rule(
      'PTG-13.1',
      'What they know',
      'A standard computer candidate knows two of three questions, an easy one fewer, and a hard one more. Which ones depends on ' +
        'its seat. To any other question it answers A, and writes nothing.',
    ),
    rule(
      'PTG-13.2',
      'Home',
      'It lists the eight largest states, and gives back the card that is worth least. Easy and hard ones also have ' +
        'characters, which lean in this list, in their stops and in their sales: a traveler likes big states, a trader chips ' +
        'that sell, a performer famous stages, and a homebody one region.',
    ),
    rule(
      'PTG-13.3',
      'Answers',
      'It answers every question, claims DC’s chip, and neither buys nor sells help.',
    ),
    rule(
      'PTG-13.4',
      'Offers',
      'It sells a chip for several times its votes while the campaign is long, and late in the race to a candidate whom it would ' +
        'then meet in a runoff.',
    ),
    rule('PTG-13.5', 'Shows', 'It performs every task, badly, and neither guesses nor objects.'),
    rule('PTG-13.6', 'Cards', 'It plays a card as soon as that pays.'),
    rule(
      'PTG-13.7',
      'Stops',
      'It foresees where the others will go, rests when it is poor, and goes for the largest unclaimed chip in reach; then for a ' +
        'chip that it can buy, and then for the best question.',
    ),
    rule(
      'PTG-13.8',
      'What it never does',
      'It never flies or votes to adjourn. A standard one never speaks to the press; easy and hard ones do.',
    ),
  ],
});
