// The setting that says for how long copies are kept.

export const MAX_AGE = 'backups_max_age_days';
