// What the channels to printers throw and reject with: the printer's trouble, in words for the screen. Whatever else is
// thrown on the way is an error of this program, and is never told as one of the printer.
export class ChannelError extends Error {}
