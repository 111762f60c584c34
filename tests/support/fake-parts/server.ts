// A server that stands for any part of a shop in the tests of the harness: it listens, says so, and does
// what the test asks of it. FAKE_PORT, and FAKE_BEHAVIOUR: '' | 'fails' | 'never-ready' | 'ignores-sigterm'.
import { createServer } from 'node:http';

const behaviour = process.env.FAKE_BEHAVIOUR ?? '';
if (behaviour === 'fails') {
  console.error('EDGE_SOMETHING is missing');
  process.exit(3);
}
const server = createServer((request, response) => {
  if (request.url === '/crash') process.exit(9);
  response.statusCode = behaviour === 'never-ready' ? 503 : 200;
  response.end(`${process.pid}`);
});
server.listen(Number(process.env.FAKE_PORT), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => {
  console.log('asked to stop');
  if (behaviour !== 'ignores-sigterm') process.exit(0);
});
