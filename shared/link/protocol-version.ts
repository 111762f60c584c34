// The version of the link's messages. A test pins a hash of their schemas to it: change both together.

/**
 * History
 * 1: hello, changes, checkpoint, commands order.place, order.withdraw, order.choose-cash, payment.fact.
 * 2: changes of kind 'alarm', for the owner's phone. An older relay keeps them unread.
 * 3: commands wholesale.place and wholesale.withdraw, with the outcome 'wholesale'; the body of wholesale-order rows.
 * 4: assertion-key and edits, for administrators from afar while the store is away; an older store is asked for neither.
 * 5: hello.instance; POST /link/restore (the relay's judgement) and /edge/restore* (a store's past). Neither side needs them
 *    of the other: an older store is judged as before and hears nothing of it.
 * 6: the store vouches for the wholesale operator too. An older relay does not believe that word and stays as it was.
 * 7: changes with their bodies as they are, for a relay that accepts ROWS_TYPE. An older store sends lines, which are read as well; an
 *    older relay asks for nothing and gets them.
 * 8: changes carry the store's proof of each row, and so do the rows given back. An older relay drops it; an older store sends none.
 *    order.place carries a digest of its caller, for bounds on what is unpaid. An older store drops it; an older relay sends none.
 *    order.place and wholesale.place carry the hash of the order's claim, their withdrawals and the rows of both too. An older side leaves
 *    it out: what it placed is not answered by its id.
 * 9: states, of open orders ahead of the log. An older store is not asked for them, an older relay does not ask: the log says it all.
 * 10: command order.cancel, of a customer who does not want an order that is not paid. An older store keeps it until it is newer.
 * 11: orders say what staff gave away of them; an older side leaves it out: the total is the same. wholesale.place carries the day that
 *    the buyer wishes, and wholesale orders day, terms and payment; an older side leaves them out: the day is arranged with the shop.
 *    Edits are marked `held` where the store decides about their price, which waits beside the document's entries until then. A store
 *    says in the document that it does; to an older one the relay writes prices as before, and an older relay does so always.
 * 12: orders say in which parts they were paid by hand; an older side leaves them out and reads the way that brought the most.
 * 12: orders say how their lines were changed since they were placed, and what is owed since; an older side leaves both out: lines and
 *    total are those of now.
 * 12: orders in the making say at which stations their share is made. An older side leaves it out: it shows the order as in the making.
 * 13: orders say by which ways went back what a change of their lines left too much. An older side leaves it out: what is owed agrees.
 * 13: facts of payments say that a terminal at the counter was to take the money. An older store drops it: what staff said by hand of it is
 *    money beside it there, and goes back; an older relay sends none to a terminal.
 * 14: facts of payments name the part of an order that they were asked for, and orders the payment by which a part came. An older store drops
 * both, and asks for no parts; of an older relay no part is asked, and it reads such a part as taken by hand. Orders also name the payment
 * that a part is which staff said by hand of the terminal; without it the same id tells.
 * 15: facts of payments say that what they were asked for is what a paid order still owes, and orders what of that came. An older store
 * drops both, and asks for no such code; an older relay does not know the path by which one is asked for, and makes none.
 */
export const PROTOCOL_VERSION = 15;
/** The oldest version this one can still speak with. */
export const PROTOCOL_VERSION_MIN = 1;
