// Maps the documented parameters to those of json-server, with the documented defaults. json-server
// interprets the values.
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
