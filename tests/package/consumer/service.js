// A small service that obeys the rules which the tests choose.
import { Hono } from 'hono';

const TOKEN = 'member-0123456789abcdef';

/** Options of a run. */
export const options = {
  owner: 'acme',
  repo: 'widgets',
  token: TOKEN,
  writes: 'all',
  profile: 'quick',
  only: ['list.ok', 'list.per-page.zero', 'create.accepted'],
};

const issue = (number, { title = `Issue ${number}`, body = null } = {}) => ({
  id: 1000 + number,
  number,
  title,
  body,
  state: 'open',
});

/** The newest first. */
const issues = Array.from({ length: 140 }, (_, index) => issue(140 - index));

const whole = (text) => (/^\d+$/.test(text ?? '') ? Number(text) : 0);

export const app = new Hono();

app.use(async ({ req: request, json }, next) => {
  const given = request.header('authorization');
  const isInvalid = given !== undefined && given !== `Bearer ${TOKEN}`;
  return isInvalid ? json({ message: 'Bad credentials' }, 401) : next();
});

app.get('/repos/acme/widgets/issues', ({ req: request, json }) => {
  const size = whole(request.query('per_page'));
  // Injected fault: a size of 0 is refused.
  if (process.env.FAULT === 'on' && size === 0 && request.query('per_page') === '0')
    return json({ message: 'per_page is too small' }, 422);
  const length = Math.min(size || 30, 100);
  const start = (Math.max(whole(request.query('page')), 1) - 1) * length;
  return json(issues.slice(start, start + length));
});

app.post('/repos/acme/widgets/issues', async ({ req: request, json }) => {
  if (request.header('authorization') === undefined) return json({ message: 'Requires authentication' }, 401);
  issues.unshift(issue(issues.length + 1, await request.json()));
  return json(issues[0], 201);
});
