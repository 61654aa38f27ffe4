/** The steps of making, checking and restoring backups. */
export type BackupStep = 'write' | 'check' | 'restore' | 'replay';

/** Is told how far a step is: rows, or games for `replay`. Called often, so it must be quick. */
export type OnProgress = (step: BackupStep, done: number, total: number) => void;
