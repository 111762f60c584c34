// How the project's own metrics begin.
/** Before every name but those of the process itself, which are named as everywhere. */
export const METRIC_PREFIX = 'balcao_';
