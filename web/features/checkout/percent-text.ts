/** '7,5' of 7.5 */
export const percentText = (percent: number): string => String(percent).replace('.', ',');
