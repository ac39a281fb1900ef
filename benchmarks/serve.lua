-- For wrk (https://github.com/wg/wrk): random boards of the top layer of a database of awari.
-- Arguments: the database's name, its seeds, and how many boards a request has (1: GET, more: POST).
local name, seeds, boards

function init(arguments)
  name = arguments[1]
  seeds = tonumber(arguments[2])
  boards = tonumber(arguments[3])
  math.randomseed(os.time() + tonumber(tostring({}):sub(8), 16) % 100000)
end

local function board()
  local pits = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
  for _ = 1, seeds do
    local pit = math.random(12)
    pits[pit] = pits[pit] + 1
  end
  return table.concat(pits, ",")
end

function request()
  local path = "/api/v1/databases/" .. name
  if boards == 1 then
    return wrk.format("GET", path .. "/position?board=" .. board())
  end
  local all = {}
  for i = 1, boards do
    all[i] = "[" .. board() .. "]"
  end
  local headers = {["Content-Type"] = "application/json"}
  return wrk.format("POST", path .. "/positions", headers, '{"boards":[' .. table.concat(all, ",") .. "]}")
end

function done(summary, latency, requests)
  io.write(string.format("%d requests, %d errors\n", summary.requests,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
