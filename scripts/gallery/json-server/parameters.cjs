// What the service calls its parameters is put into the names that json-server has for them, and what it leaves out is set to
// the documented defaults. What becomes of the values is json-server's.
module.exports = (request, _response, next) => {
  if (request.method === 'GET') {
    const {
      state = 'open',
      per_page = '30',
      page = '1',
      sort = 'created_at',
      direction = 'desc',
      ...others
    } = request.query;
    const filter = state === 'all' ? {} : { state };
    request.query = {
      ...others,
      ...filter,
      _limit: per_page,
      _page: page,
      _sort: sort,
      _order: direction,
    };
  }
  if (request.method === 'POST' && !Array.isArray(request.body))
    request.body = { state: 'open', created_at: new Date().toISOString(), ...request.body };
  next();
};
